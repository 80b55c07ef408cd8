/** Why a call that can be read is offered to a person and does not run. */
export const THOUGHT = 'The call was written inside the reasoning, where calls are not run.'
export const INVENTED = 'The call was written behind an invented result, where calls are not run.'
export const SHOWN = 'The call was only shown, in code or within a sentence, where calls are not run.'
