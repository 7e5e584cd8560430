// PostGraphile over the same schema, as its guide for libraries sets it up; the bench asks it in GraphQL.
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { listen, place } from './serve.mjs'

const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ poolConfig: place, schemas: ['peers'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
}

const server = createServer()
server.on('error', error => {
  process.stderr.write(`${error.stack}\n`)
})
await postgraphile(preset).createServ(grafserv).addTo(server)
listen(server)
