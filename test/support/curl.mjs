#!/usr/bin/env node
// As much of curl as the guides use, for machines that have none.
import { text } from 'node:stream/consumers'

const args = process.argv.slice(2)
const headers = {}
let body
let url
for (let at = 0; at < args.length; at++) {
  if (args[at] === '-s') continue
  if (args[at] === '-H') {
    const [, name, value] = /^([^:]+): *(.*)$/.exec(args[++at])
    headers[name] = value
  } else if (args[at] === '--data') body = args[++at] === '@-' ? await text(process.stdin) : args[at]
  else url = args[at]
}
const response = await fetch(url, { headers, ...(body && { method: 'POST', body }) })
process.stdout.write(await response.text())
