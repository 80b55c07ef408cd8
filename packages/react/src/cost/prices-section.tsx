import { useId, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { useModels } from '../model/use-models.ts'
import { Button } from '../parts/button.tsx'
import { FIELD } from '../settings/setting-row.tsx'
import { useSettings } from '../settings/use-settings.tsx'
import { useMonth } from './context-ring.tsx'
import { LIST_PRICES, PRICE_LISTS, type Price, priceOf } from './prices.ts'

const FIELDS = ['read', 'cached', 'written'] as const

/** What a million tokens of each model costs: the list, and what the person knows better. */
export function PricesSection() {
  const words = useLateWords()
  const id = useId()
  const [{ prices }, change] = useSettings()
  const [models] = useModels('/api/models')
  const offered = models.kind === 'known' ? models.list.models.filter(({ demo }) => !demo).map((model) => model.id) : []
  const names = [...new Set([...Object.keys(prices), ...offered, ...Object.keys(LIST_PRICES)])]
  const set = (name: string, price: Price | undefined) => {
    const { [name]: _former, ...others } = prices
    change({ prices: price ? { ...others, [name]: price } : others })
  }
  const { cost } = words
  const titles = { read: cost.priceIn, cached: cost.priceCached, written: cost.priceOut }
  return (
    <section aria-labelledby={`${id}h`} className="mt-6">
      <h3 id={`${id}h`} className="text-sm font-medium">
        {cost.prices}
      </h3>
      <p className="text-[13px] text-soft">{cost.pricesHint}</p>
      <PriceSources />
      <div className="overflow-x-auto">
        <table className="w-full text-left text-[13px]">
          <thead>
            <tr className="text-soft">
              <th scope="col" className="py-1 pr-3 font-medium">
                {cost.priceModel}
              </th>
              {FIELDS.map((field) => (
                <th key={field} scope="col" className="pr-2 font-medium hyphens-auto">
                  {titles[field]}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <PriceRow
                key={name}
                name={name}
                price={priceOf(name, prices)}
                isOwn={prices[name] !== undefined}
                isListed={priceOf(name, {}) !== undefined}
                onSet={(price) => set(name, price)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <AddPrice onAdd={(name) => set(name, { read: 0, written: 0 })} />
    </section>
  )
}

/** Whose page a price is from, and when it said so. */
function PriceSources() {
  const month = useMonth()
  return (
    <ul data-testid="price-sources" className="mb-2 text-[13px] text-soft">
      {PRICE_LISTS.map(({ vendor, source, read }) => (
        <li key={vendor}>
          {vendor}: <span className="wrap-anywhere">{source}</span>, {month(read)}
        </li>
      ))}
    </ul>
  )
}

function AddPrice({ onAdd }: { readonly onAdd: (name: string) => void }) {
  const { cost } = useLateWords()
  const [added, setAdded] = useState('')
  return (
    <form
      className="mt-2 flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (added.trim() !== '') onAdd(added.trim())
        setAdded('')
      }}
    >
      <input
        aria-label={cost.priceModel}
        placeholder={cost.priceModel}
        value={added}
        onChange={(event) => setAdded(event.target.value)}
        className={FIELD}
      />
      <Button type="submit">{cost.priceAdd}</Button>
    </form>
  )
}

interface PriceRowProps {
  readonly name: string
  readonly price: Price | undefined
  readonly isOwn: boolean
  readonly isListed: boolean
  readonly onSet: (price: Price | undefined) => void
}

function PriceRow({ name, price, isOwn, isListed, onSet }: PriceRowProps) {
  const { cost } = useLateWords()
  const titles = { read: cost.priceIn, cached: cost.priceCached, written: cost.priceOut }
  const change = (field: (typeof FIELDS)[number], text: string) => {
    const value = Number(text)
    if (!Number.isFinite(value) || value < 0) return
    const { [field]: _former, long: _list, ...others } = { read: 0, written: 0, ...price }
    // Only what comes from a cache may have no price of its own.
    onSet(
      text === '' && field === 'cached' ? { read: 0, written: 0, ...others } : { read: 0, written: 0, ...others, [field]: value },
    )
  }
  return (
    <tr className="border-t border-line/70">
      <th scope="row" className={`min-w-28 py-1 pr-3 font-mono wrap-anywhere ${isOwn ? 'font-medium' : 'font-normal text-soft'}`}>
        {name}
      </th>
      {FIELDS.map((field) => (
        <td key={field} className="py-1 pr-2">
          <input
            type="number"
            min={0}
            step="any"
            aria-label={`${name}: ${titles[field]}`}
            value={price?.[field] ?? ''}
            onChange={(event) => change(field, event.target.value)}
            className={`${FIELD} w-24 max-sm:w-16`}
          />
        </td>
      ))}
      <td className="py-1">
        {isOwn && (
          <Button tone="quiet" onClick={() => onSet(undefined)}>
            {isListed ? cost.priceReset : cost.priceRemove}
          </Button>
        )}
      </td>
    </tr>
  )
}
