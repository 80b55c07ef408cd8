/** What the model of the day writes. */

const MONTHS = Array.from({ length: 12 }, (_, index) => `2025-${String(index + 1).padStart(2, '0')}`)
const ORDERS = {
  Bern: [110, 114, 121, 125, 131, 138, 142, 149, 155, 160, 166, 171],
  Aarau: [64, 61, 66, 70, 69, 74, 78, 96, 158, 212, 187, 149],
}

export const CSV = [
  'month,town,orders',
  ...Object.entries(ORDERS).flatMap(([town, orders]) => orders.map((count, index) => `${MONTHS[index]},${town},${count}`)),
  '',
].join('\n')

export const plotting = (title: string): string => `const [head, ...lines] = (await files.read('/sales.csv')).trim().split('\\n')
const rows = lines.map((line) => {
  const [month, town, orders] = line.split(',')
  return { month: new Date(month), town, orders: Number(orders) }
})
show(
  Plot.plot({
    height: 260,
    color: { legend: true },
    y: { grid: true },
    marks: [Plot.lineY(rows, { x: 'month', y: 'orders', stroke: 'town' }), Plot.dot(rows, { x: 'month', y: 'orders', fill: 'town' })],
  }),
  { title: ${JSON.stringify(title)}, alt: ${JSON.stringify(title)} },
)
return rows.length`

const html = (heading: string) => `<!doctype html>
<html>
  <head>
    <meta name="viewport" content="width=device-width" />
    <link rel="stylesheet" href="look.css" />
  </head>
  <body>
    <h1>${heading}</h1>
    <ol id="data"></ol>
    <script src="work.js"></script>
  </body>
</html>
`

const LOOK = `body {
  margin: 2rem;
  font: 16px/1.5 system-ui;
  color: #233;
  background: #f6f4ee;
}

#data {
  display: grid;
  gap: 0.5rem;
  padding: 0;
  list-style: none;
}

#data li {
  padding: 0.25rem 0.5rem;
  border-radius: 0.5rem;
  background: #cfe3d8;
}
`

const WORK = `const data = { Bern: 171, Aarau: 149 }
const list = document.querySelector('#data')

for (const [town, count] of Object.entries(data)) {
  const item = document.createElement('li')
  item.textContent = town + ': ' + count
  item.style.width = count / 2 + '%'
  list.append(item)
}

console.log('drawn', Object.keys(data).length)
`

/** The three files of the page, and what becomes of them when `data` gets a name of its own. */
export const site = (heading: string) => [
  { path: '/site/index.html', content: html(heading) },
  { path: '/site/look.css', content: LOOK },
  { path: '/site/work.js', content: WORK },
]

export const renamed = (heading: string) =>
  site(heading).map(({ path, content }) => ({
    path,
    content: content
      .replaceAll('#data', '#orders')
      .replaceAll('"data"', '"orders"')
      .replaceAll(/\bdata\b/g, 'orders'),
  }))
