// Takes the ports that a server listens on, and says in words why one cannot be had.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { HomeProblem } from '../database/home.ts'

type Place = {
  host: string
  port: number
  /** Of the setting that says the port. */
  setting: string
  /** Whether other processes listen there as well, and the kernel shares connections out among them. */
  isShared?: boolean
}

/** The address that it listens at. */
export async function listenAt(server: Server, { host, port, setting, isShared }: Place): Promise<string> {
  server.listen({ host, port, ...(isShared && { reusePort: true }) })
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE')
      throw new HomeProblem(`Port ${port} is in use; choose another with ${setting}=…`)
    if (code === 'EACCES')
      throw new HomeProblem(`Port ${port} may not be used by this user; choose another with ${setting}=…`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new HomeProblem(`${host} is not an address of this machine`)
    throw error
  }
  const bound = server.address() as AddressInfo
  const shown = bound.address === '0.0.0.0' || bound.address === '::' ? 'localhost' : bound.address
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${bound.port}`
}

/** Keeps a port for those who will share it: sockets that share one would share it with another server of the same user,
 * too. Its name is held in the kernel, so that of two who start at once one is refused, and goes with this process. */
export async function keepForSharing(place: Place): Promise<void> {
  if (place.port === 0) return
  const name = createServer().unref()
  name.listen(`\0muster ${place.host} ${place.port}`)
  await once(name, 'listening').catch(() => {
    throw new HomeProblem(`Port ${place.port} is in use; choose another with ${place.setting}=…`)
  })
  const alone = createServer()
  await listenAt(alone, place).catch(error => {
    name.close()
    throw error
  })
  alone.close()
  await once(alone, 'close')
}
