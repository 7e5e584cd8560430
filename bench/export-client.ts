// Reads one export to its end, in a process of its own, and says how much came and how long it took:
// `export-client.ts URL KEY ENCODING`
import { request } from 'node:http'

const [, , url = '', key = '', encoding = 'identity'] = process.argv
const began = performance.now()
const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': encoding }
request(url, { headers }, response => {
  let bytes = 0
  response.on('data', chunk => {
    bytes += chunk.length
  })
  response.on('end', () => {
    const seconds = (performance.now() - began) / 1000
    const rows = Number(response.trailers['muster-count'])
    process.stdout.write(JSON.stringify({ status: response.statusCode, rows, bytes, seconds }))
  })
}).end()
