// Has PostgreSQL send the columns of marked statements in binary form. Texts are the same bytes in both, but in text form
// it copies each once more and counts its characters: a quarter of what a page took. The driver always asks for text, so
// what it asks is changed on its way to the socket. Over TLS, and for statements without parameters, nothing is changed,
// and the answer is as good.
import type { Socket } from 'node:net'

/** Begins a statement that has texts alone. */
export const textsMark = '/* texts */ '

const mark = Buffer.from(textsMark)
const [parse, bind] = Buffer.from('PB') as unknown as [number, number]
const headBytes = 5
/** What ends the binding of a statement: how many forms are named for its columns, and which. */
const formsBytes = 2
const allBinary = Buffer.from([0, 1, 0, 1])

export function askingForBinary<S extends Socket>(socket: S): S {
  const marked = new Set<string>()
  const write = socket.write.bind(socket)
  const changing = (sent: Buffer, ...rest: never[]) => write(changed(sent, marked), ...rest)
  return Object.assign(socket, { write: changing })
}

/** The driver writes whole messages, the last of which ends where this does; the very first has no letter. */
function changed(sent: Buffer, marked: Set<string>): Buffer {
  if (sent[0] === 0) return sent
  const pieces: Buffer[] = []
  let from = 0
  for (let at = 0; at + headBytes <= sent.length; ) {
    const length = sent.readUInt32BE(at + 1)
    const end = at + 1 + length
    if (sent[at] === parse) {
      const afterName = sent.indexOf(0, at + headBytes)
      const name = sent.toString('latin1', at + headBytes, afterName)
      const isMarked = sent.subarray(afterName + 1, afterName + 1 + mark.length).equals(mark)
      if (isMarked) marked.add(name)
      else marked.delete(name)
    } else if (sent[at] === bind) {
      const afterPortal = sent.indexOf(0, at + headBytes)
      const afterName = sent.indexOf(0, afterPortal + 1)
      if (marked.has(sent.toString('latin1', afterPortal + 1, afterName))) {
        const head = Buffer.from(sent.subarray(at, at + headBytes))
        head.writeUInt32BE(length + allBinary.length - formsBytes, 1)
        pieces.push(sent.subarray(from, at), head, sent.subarray(at + headBytes, end - formsBytes), allBinary)
        from = end
      }
    }
    at = end
  }
  if (pieces.length === 0) return sent
  return Buffer.concat([...pieces, sent.subarray(from)])
}
