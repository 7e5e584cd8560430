// The socket to one PostgreSQL: Unix, TCP, or TLS over it. Bytes are read straight into our own memory, except where TLS
// was negotiated on a connection that began without it, as PostgreSQL before 17 requires.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect as connectSocket, isIP, type OnReadOpts, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { AddressError, type Host, type Tls } from './address.ts'
import { endPointOf } from './scram.ts'

type SocketReader = { space(): Buffer; read(count: number): void; copy(chunk: Buffer): void }

export type OpenSocket = {
  socket: Socket
  isEncrypted: boolean
  /** What binds a password's proof to this server's certificate, where there is one. */
  endPoint: Buffer | undefined
}

const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const keepAliveMs = 60_000

/** `signal` ends it where it takes too long. What fails to be read destroys the socket with the reason. */
export async function openSocket(
  host: Host,
  tls: Tls,
  reader: SocketReader,
  signal: AbortSignal,
): Promise<OpenSocket> {
  const isLocal = host.host.startsWith('/')
  if (isLocal || tls.mode === 'disable' || tls.mode === 'allow') return plainSocket(host, reader, signal)
  if (tls.negotiation === 'direct') return directSocket(host, tls, reader, signal)
  return negotiatedSocket(host, tls, reader, signal)
}

const placeOf = ({ host, port }: Host) =>
  host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port, noDelay: true }

async function plainSocket(host: Host, reader: SocketReader, signal: AbortSignal): Promise<OpenSocket> {
  const socket: Socket = connectSocket({ ...placeOf(host), onread: into(reader, () => socket) })
  await begun(socket, 'connect', signal)
  return { socket, isEncrypted: false, endPoint: undefined }
}

async function directSocket(
  host: Host,
  tls: Tls,
  reader: SocketReader,
  signal: AbortSignal,
): Promise<OpenSocket> {
  // `onread` is not among the declared options of TLS, and works where it opens the connection itself.
  const onread: { onread: OnReadOpts } = { onread: into(reader, () => socket) }
  const socket: TLSSocket = connectTls({
    ...placeOf(host),
    ...tlsOptions(host, tls),
    ...onread,
    ALPNProtocols: ['postgresql'],
  } as ConnectionOptions)
  await begun(socket, 'secureConnect', signal)
  return encrypted(socket)
}

/** Asks whether TLS is spoken; where it is not, and need not be, a connection without is begun anew. */
async function negotiatedSocket(
  host: Host,
  tls: Tls,
  reader: SocketReader,
  signal: AbortSignal,
): Promise<OpenSocket> {
  const plain = connectSocket(placeOf(host) as { host: string; port: number })
  await begun(plain, 'connect', signal)
  plain.write(sslRequest)
  const [answer] = (await begun(plain, 'data', signal)) as [Buffer]
  const letter = answer.toString('latin1')
  if (letter !== 'S') {
    plain.destroy()
    // An error, or data sent before the encryption begins: neither is trusted.
    if (letter !== 'N') throw new Error('PostgreSQL was asked for TLS, and answered something else')
    if (tls.mode !== 'prefer')
      throw new Error(`PostgreSQL speaks no TLS here, and sslmode=${tls.mode} asks for it`)
    return plainSocket(host, reader, signal)
  }
  const socket = connectTls({ socket: plain, ...tlsOptions(host, tls) })
  await begun(socket, 'secureConnect', signal)
  socket.on('data', chunk => guarded(socket, () => reader.copy(chunk)))
  return encrypted(socket)
}

const encrypted = (socket: TLSSocket): OpenSocket => {
  const certificate = socket.getPeerX509Certificate()?.raw
  return { socket, isEncrypted: true, endPoint: certificate && endPointOf(certificate) }
}

const into = (reader: SocketReader, socket: () => Socket): OnReadOpts => ({
  buffer: () => reader.space(),
  callback(count) {
    guarded(socket(), () => reader.read(count))
    return true
  },
})

function guarded(socket: Socket, read: () => void): void {
  try {
    read()
  } catch (error) {
    socket.destroy(error as Error)
  }
}

async function begun(socket: Socket, event: string, signal: AbortSignal): Promise<unknown[]> {
  try {
    socket.setKeepAlive(true, keepAliveMs)
    const closed = new AbortController()
    const onClose = () => closed.abort(new Error('The connection was closed before it was ready'))
    socket.once('close', onClose)
    try {
      return await once(socket, event, { signal: AbortSignal.any([signal, closed.signal]) })
    } finally {
      socket.off('close', onClose)
    }
  } catch (error) {
    // Later errors are about a connection that nobody uses any more.
    socket.on('error', () => {})
    socket.destroy()
    if (signal.aborted) throw signal.reason
    throw (error as Error).name === 'AbortError' ? ((error as Error).cause ?? error) : error
  }
}

function tlsOptions({ host }: Host, { mode, rootCertificate, certificate, key }: Tls): ConnectionOptions {
  const hasRoot = rootCertificate !== undefined && rootCertificate !== 'system'
  // As for libpq: a root certificate is there to be used, and `system` makes sense only with names checked.
  const isVerified = mode === 'verify-ca' || mode === 'verify-full' || (mode === 'require' && hasRoot)
  const checksName = mode === 'verify-full' || rootCertificate === 'system'
  return {
    // Where TLS begins on a socket that is open already, names would be compared with localhost without it.
    host,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: isVerified || rootCertificate === 'system',
    ...(!checksName && { checkServerIdentity: () => undefined }),
    ...(hasRoot && { ca: fileOf('sslrootcert', rootCertificate) }),
    ...(certificate && { cert: fileOf('sslcert', certificate) }),
    ...(key && { key: fileOf('sslkey', key) }),
  }
}

function fileOf(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new AddressError(`${setting}: ${(error as Error).message}`)
  }
}
