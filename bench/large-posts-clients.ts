// Posts large bodies at once and prints how that went: `large-posts-clients.ts URL KEY POSTS MEGABYTES LISTS`
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'

const [, , url = '', key = '', posts = '', megabytes = '', lists = ''] = process.argv
const bytesOfEach = Number(megabytes) * 1024 * 1024

/** Two files of a size each, of somebody new. */
function bodyOf(number: number, { trade, document }: { trade: string; document: string }): Buffer {
  const file = Buffer.alloc(Math.floor((bytesOfEach * 3) / 4 / 2) - 3000, 32 + number)
  file.write('%PDF-1.7\n')
  file.write('\nstartxref\n0\n%%EOF\n', file.length - 20)
  const content = `data:application/pdf;base64,${file.toString('base64')}`
  const body = {
    firstName: `Large${'abcdefghijklmnopqrstuvwxyz'[number % 26]}`,
    lastName: `Body${'zyxwvutsrqponmlkjihgfedcba'[number % 26]!.repeat(4)}`,
    dob: `19${60 + (number % 40)}-03-0${1 + (number % 9)}`,
    email: `large${number}@posts.example`,
    phone: `0740000${String(1000 + number)}`,
    countryCode: '+44',
    gender: 'Female',
    nationality: 'United Kingdom',
    nationalIns: `AA${String(555_000 + number)}A`,
    address: {
      lineOne: '1 High Street',
      city: 'Leeds',
      country: 'United Kingdom',
      code: `LS${1 + number} 1UR`,
    },
    trades: [trade],
    agencyId: `LARGE-${number}`,
    consent: true,
    attachments: [0, 1].map(index => ({
      documentId: document,
      files: [{ fileName: `${index}.pdf`, content }],
    })),
  }
  return Buffer.from(JSON.stringify(body))
}

function post(body: Buffer): Promise<{ status: number; answer: string }> {
  const done = Promise.withResolvers<{ status: number; answer: string }>()
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
  }
  const sent = request(url, { method: 'POST', headers, agent: false }, async response =>
    done.resolve({ status: response.statusCode!, answer: await text(response) }),
  )
  sent.on('error', done.reject)
  sent.end(body)
  return done.promise
}

const bodies = Array.from({ length: Number(posts) }, (_, number) => bodyOf(number, JSON.parse(lists)))
// Others are watched from here on, not while bodies are being made.
process.stdout.write('ready\n')
await once(process.stdin, 'data')
process.stdin.destroy()
const began = performance.now()
const answers = await Promise.all(bodies.map(post))
const seconds = (performance.now() - began) / 1000
const told = answers.map(({ status, answer }) => ({ status, answer: answer.slice(0, 300) }))
process.stdout.write(`${JSON.stringify({ seconds, answers: told })}\n`)
