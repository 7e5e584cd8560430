// The routes that every peer written here answers, over node:http, with the envelope of the API. They check no key and
// count no requests, which is in their favour.
import { createServer } from 'node:http'

/** Few, so that a peer leaves PostgreSQL some of the processors. */
export const connections = 4

export const company = process.env.PEER_COMPANY

/** The place of PostgreSQL, as `pg` takes it. */
export const place = {
  ...JSON.parse(process.env.PEER_DATABASE),
  max: connections,
  application_name: 'peer',
  options: '-c search_path=peers',
}

/** What each of them asks its tables: `page` and `sites` give rows and a total, `one` a row or nothing. */
export function serve({ page, one, sites }) {
  const found = (data, meta) => JSON.stringify({ success: true, data, ...(meta && { meta }) })
  const list = async (read, query, fallback) => {
    const limit = Number(query.get('limit') ?? fallback)
    const number = Number(query.get('page') ?? 1)
    const { data, total } = await read({
      limit,
      offset: (number - 1) * limit,
      brief: query.get('fields') === 'id,status,worker.name',
    })
    return found(data, { page: number, limit, total })
  }
  const answer = async ({ pathname, searchParams }) => {
    if (pathname === '/timesheets') return list(page, searchParams, 50)
    if (pathname === '/sites') return list(sites, searchParams, 50)
    const record = await one(pathname.slice('/timesheets/'.length))
    return record && found(record)
  }
  const server = createServer((request, response) => {
    const send = (status, body) => {
      const bytes = Buffer.from(body)
      response.writeHead(status, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': bytes.length,
      })
      response.end(bytes)
    }
    answer(new URL(request.url, 'http://peer')).then(
      body => send(body ? 200 : 404, body ?? '{}'),
      error => {
        process.stderr.write(`${error.stack}\n`)
        send(500, '{}')
      },
    )
  })
  listen(server)
}

export function listen(server) {
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
}
