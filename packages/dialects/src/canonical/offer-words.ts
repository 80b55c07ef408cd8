import { say } from './words.ts'
/** Why a call that can be read is offered to a person and does not run. */
export const THOUGHT = say('call.in-reasoning')
export const INVENTED = say('call.behind-invention')
export const SHOWN = say('call.only-shown')
