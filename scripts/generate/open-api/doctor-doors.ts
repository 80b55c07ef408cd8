import { doctorBody } from '../../../packages/server/src/routes/doctor.ts'
import { failing, idParameter, json, NONE, requestBody, STREAM } from './door-parts.ts'

const CARD = { $ref: '#/components/schemas/DoctorCard' }
const REPORTED = json({ type: 'object', required: ['card', 'report'], properties: { card: CARD, report: { type: 'object' } } })

/** What a model does well is tried, kept and read again: docs/doctor.md tells how. */
export function doctorDoors(): object {
  const model = { name: 'model', in: 'query', required: true, schema: { type: 'string' } }
  return {
    '/api/doctor': {
      get: {
        summary: 'What an examination of this model would cost at most',
        parameters: [model],
        responses: { '200': { description: 'Ways, requests and tokens.', content: json({ type: 'object' }) }, ...failing },
      },
      post: {
        summary: 'Examines a model',
        description:
          'Answers server-sent events: `progress` before every request, then `examined` with the card and what it says, or `fault`. Who leaves ends it.',
        ...requestBody(doctorBody),
        responses: { '200': { description: 'Progress, then the card.', content: STREAM }, ...failing },
      },
    },
    '/api/doctor/replay': {
      post: {
        summary: 'Reads the answers of a card again, without the model',
        requestBody: { required: true, content: json(CARD) },
        responses: { '200': { description: 'What it says, and whether that still holds.', content: REPORTED }, ...failing },
      },
    },
    '/api/doctor/cards': {
      get: {
        summary: 'The cards that are kept, newest first',
        responses: { '200': { description: 'Their heads.', content: json({ type: 'object' }) }, ...failing },
      },
    },
    '/api/doctor/cards/{id}': {
      get: {
        summary: 'A card, read again',
        parameters: [idParameter],
        responses: { '200': { description: 'The card.', content: REPORTED }, ...failing },
      },
      delete: {
        summary: 'Deletes a card; the model is spoken to as before it was examined',
        parameters: [idParameter],
        responses: { ...NONE, ...failing },
      },
    },
  }
}
