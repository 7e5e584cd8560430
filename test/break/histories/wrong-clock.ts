// Loaded into a server before anything else: its clock is as far off as a file says, which may change at any time.
import { readFileSync } from 'node:fs'

const file = process.env.MUSTER_WRONG_CLOCK
const Right = Date
let offMs = 0
const look = () => {
  try {
    offMs = Number(readFileSync(file!, 'utf8'))
  } catch {
    offMs = 0
  }
}
const now = () => Right.now() + offMs

if (file) {
  look()
  setInterval(look, 50).unref()
  globalThis.Date = new Proxy(Right, {
    construct: (_, given) => (given.length === 0 ? new Right(now()) : Reflect.construct(Right, given)),
    apply: () => new Right(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
