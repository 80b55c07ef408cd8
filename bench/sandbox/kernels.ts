/** Work of different kinds. Each is the body of a function and ends in a value that both sides must agree on. */
export const kernels: Readonly<Record<string, string>> = {
  'integers (prime sieve)': `const size = 4_000_000; const crossed = new Uint8Array(size); let count = 0; for (let n = 2; n < size; n++) { if (crossed[n]) continue; count++; for (let m = n * 2; m < size; m += n) crossed[m] = 1 } return count`,
  'floats (matrix product)': `const n = 260; const a = new Float64Array(n * n).fill(1.5), b = new Float64Array(n * n).fill(0.5), c = new Float64Array(n * n); for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) { let s = 0; for (let k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j]; c[i * n + j] = s } return c[7]`,
  'objects (linked lists)': `let total = 0; for (let round = 0; round < 40; round++) { let list = null; for (let i = 0; i < 50_000; i++) list = { value: i, next: list }; while (list) { total += list.value; list = list.next } } return total`,
  'maps (word count)': `const counts = new Map(); for (let i = 0; i < 1_500_000; i++) { const key = 'word' + (i % 5000); counts.set(key, (counts.get(key) ?? 0) + 1) } return counts.size`,
  'strings (build and split)': `let text = ''; for (let i = 0; i < 400_000; i++) text += i + ','; return text.split(',').length`,
  'arrays (map, filter, sort)': `let seed = 1; const list = Array.from({ length: 300_000 }, () => (seed = (seed * 16807) % 2147483647)); return list.map((n) => n % 1000).filter((n) => n % 2 === 0).sort((a, b) => a - b)[1000]`,
  'calls (recursion)': `const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2)); return fib(30)`,
  'JSON (write and read)': `const data = Array.from({ length: 40_000 }, (_, i) => ({ id: i, name: 'item ' + i, tags: ['a', 'b'] })); return JSON.parse(JSON.stringify(data)).length`,
}
