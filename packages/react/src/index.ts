export { CallCard } from './call-card/call-card.tsx'
