import type { JsonObject, ToolCall } from '@parley/dialects'
import type { Effect, ServerWord } from '../tools/tool.ts'
import type { Grant, GrantOffer } from './grants.ts'

/** How much may run without a question in one thread. `plan` is read only; `rehearse` does everything on a copy. */
export type Mode = 'ask' | 'auto-read' | 'auto' | 'plan' | 'rehearse'

/** Which rule spoke, so that a card can say why it asks and where to change it. */
export interface RuleNote {
  /** Kebab-case, stable, used as a translation key: `mode-plan`, `granted`, `unknown-effect`, … */
  readonly rule: string
  /** Who wrote the rule. Only `you` can be revoked from a card. */
  readonly author: 'parley' | 'you' | 'page' | 'server'
  /** One English sentence; also what the model is told when the rule refuses. */
  readonly reason: string
  /** The grant that allowed it. Absent for every other rule. */
  readonly grantId?: string
  /** A refusal that a person may overrule for a single call. Absent: nobody may. */
  readonly yields?: true
  /** Judged for a rehearsal: if it runs, then on the copy, whatever the mode is by then. */
  readonly rehearsed?: true
}

export type Verdict =
  | ({ readonly kind: 'allow' } & RuleNote)
  | ({ readonly kind: 'ask' } & Question & RuleNote)
  | ({ readonly kind: 'deny' } & RuleNote)

/** What goes with a question to a person. */
interface Question {
  /** The grants that would spare the next question. */
  readonly offers: readonly GrantOffer[]
  /** The one of them that deserves a button of its own: reading is seldom wanted only once. A plain yes grants nothing. */
  readonly suggested?: GrantOffer
}

/** Everything a rule may look at. Rules are pure and synchronous, so all of it is worked out before. */
export interface CallQuestion {
  readonly threadId: string
  /** The program that makes the call, by the key of its record. Absent: a model does. */
  readonly parent?: string
  readonly call: ToolCall
  /** SHA-256 of name and arguments. */
  readonly hash: string
  /** SHA-256 of the tool's definition. Absent: nobody here knows a tool of that name. */
  readonly fingerprint?: string
  readonly effects: readonly Effect[]
  readonly mode: Mode
  readonly grants: readonly Grant[]
  /** How many equal calls came directly before this one. */
  readonly repeats: number
  /** What the server says of a call of its own tool. Absent: the tool is none of a server's. */
  readonly server?: ServerWord
}

/** A rule looks at a call and either has an opinion or has none. */
export type Rule = (question: CallQuestion) => Opinion | undefined

/** `firm` asks cannot be spared by a grant, so none is offered. */
export type Opinion = RuleNote &
  ({ readonly kind: 'allow' | 'deny' } | { readonly kind: 'ask'; readonly firm?: true; readonly suggested?: GrantOffer })

/** The strictest opinion decides: deny, then ask, then allow. With none, a person decides. Never throws: an error asks. */
export type Policy = (question: CallQuestion) => Verdict

/** What a person, or a rule in their name, chose for one call. Stored with the call. */
export type Decision =
  /** `hash` is the hash of what was shown; anything else does not run. `grantId` is what the same press allowed from then on. */
  | { readonly kind: 'allow'; readonly hash: string; readonly by: 'person' | 'rule'; readonly grantId?: string }
  | { readonly kind: 'edit'; readonly hash: string; readonly input: JsonObject; readonly by: 'person' }
  /** `resume: false` waits for the user after the rejection; `true` lets the model go on at once. */
  | { readonly kind: 'reject'; readonly reason?: string; readonly resume: boolean; readonly by: 'person' | 'rule' }
