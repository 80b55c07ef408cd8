import type { ChartPoints } from '@parley/browser/sandbox'
import { Characters } from '../../code/characters.tsx'
import { toldOf } from './point-at.ts'

export interface MarkProps {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Two hairs that cross at the point, and a ring around it. */
export function ChartMark({ x, y, width, height }: MarkProps) {
  if (x < 0 || x > width) return null
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 text-ink" width={width} height={height}>
      <line x1={x} x2={x} y1={1} y2={height - 1} stroke="currentColor" strokeOpacity={0.45} strokeDasharray="3 3" />
      <line x1={1} x2={width - 1} y1={y} y2={y} stroke="currentColor" strokeOpacity={0.25} strokeDasharray="3 3" />
      <circle cx={x} cy={y} r={4.5} fill="none" stroke="var(--parley-chart-paper)" strokeWidth={4} />
      <circle cx={x} cy={y} r={4.5} fill="none" stroke="currentColor" strokeWidth={1.75} />
    </svg>
  )
}

const AWAY = 12
const LEAST_ROOM = 160

interface TipProps extends MarkProps {
  readonly points: ChartPoints
  readonly index: number
}

/** What the values are, beside the point, on the side where there is room. Text, whatever the data hold. */
export function ChartTip({ points, index, x, y, width, height }: TipProps) {
  // A narrow chart has more room beside it than in it.
  const toLeft = x > width / 2 && x > LEAST_ROOM
  const above = y > height / 2
  return (
    <dl
      data-testid="chart-tip"
      aria-hidden="true"
      className="pointer-events-none absolute z-10 grid max-h-72 max-w-64 overflow-hidden grid-cols-[auto_auto] gap-x-3 rounded-lg border border-line bg-sheet px-2.5 py-1.5 text-xs text-ink shadow-lg shadow-black/15"
      style={{
        ...(toLeft ? { right: width - x + AWAY } : { left: x + AWAY }),
        ...(above ? { bottom: Math.max(0, height - y + AWAY) } : { top: Math.max(0, y + AWAY) }),
      }}
    >
      {toldOf(points, index).map(({ name, text }) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-soft wrap-anywhere">
            <Characters text={name} />
          </dt>
          <dd className="text-right font-medium tabular-nums wrap-anywhere">
            <Characters text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
