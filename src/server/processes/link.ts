// How one of several processes is tied to its supervisor: what it is told, what it can ask of all of them together.
import type { RefusedName } from '../../access/slow-down.ts'
import { Problem } from '../../errors/problem.ts'
import type { Ports, Ready, Start, ToldByProcesses, ToProcess, ToSupervisor, Urls } from './messages.ts'

/** What a server needs to know as one of several. */
export type ProcessGroup = {
  /** From 1 on. The first does what is enough once. */
  process: number
  of: number
  ready(): Ready
  /** Tells the others whom a refusal counts for. */
  refused(name: RefusedName): void
  /** The same of all processes together. */
  ask<W extends keyof ToldByProcesses>(what: W): Promise<ToldByProcesses[W]>
  /** Says what this process answers when it is asked, and what it does when it hears of a refusal. */
  answering(own: ProcessAnswers): void
}

type ProcessAnswers = {
  [W in keyof ToldByProcesses]: () => ToldByProcesses[W] | Promise<ToldByProcesses[W]>
} & { refused(name: RefusedName): void }

type Reason = 'told' | 'SIGTERM' | 'alone'

type SupervisorLink<More, Done> = ProcessGroup & {
  start: Start<More>
  say(line: string): void
  progress(line: string): void
  listening(at: Urls & { ports: Ports }): void
  done(what: Done): void
  failed(about: { message: string; code: number }): Promise<void>
  /** Settles when all are there. */
  go: Promise<void>
  /** Settles with the reason to stop: it was told to, a signal asked for it, or its supervisor is gone. */
  stopping: Promise<Reason>
}

/** A supervisor that says nothing for so long is about to end. */
const answerWithinMs = 5_000

/** Waits for what the supervisor says first. */
export async function linkToSupervisor<More, Done>(): Promise<SupervisorLink<More, Done>> {
  const stopping = reasonToStop()
  const [started, go] = [Promise.withResolvers<Start<More>>(), Promise.withResolvers<void>()]
  const asking = questions()
  let own: ProcessAnswers | undefined
  let ready: Ready = { ready: 0, of: 0 }
  const answer = async ({ id, what }: Question) => {
    const value = await own?.[what]()
    if (value !== undefined) send({ told: { id, value } })
  }
  process.on('message', (message: ToProcess<More>) => {
    if ('start' in message) started.resolve(message.start)
    else if ('go' in message) go.resolve()
    else if ('stop' in message) stopping.resolve('told')
    else if ('ready' in message) ready = message.ready
    else if ('refused' in message) own?.refused(message.refused)
    else if ('tell' in message) void answer(message.tell).catch(() => {})
    else asking.answered(message.answer)
  })
  const start = await Promise.race([started.promise, stopping.promise])
  if (typeof start === 'string') process.exit()
  return {
    start,
    process: start.process,
    of: start.of,
    ready: () => ready,
    refused: name => void send({ refused: name }),
    ask: asking.ask,
    answering(answers) {
      own = answers
    },
    say: line => void send({ say: line }),
    progress: line => void send({ progress: line }),
    listening: ({ baseUrl, operatorUrl, portalUrl, ports }) =>
      void send({ listening: { baseUrl, operatorUrl, portalUrl, ports } }),
    done: what => void send({ done: what }),
    failed: about => send({ failed: about }),
    go: go.promise,
    stopping: stopping.promise,
  }
}

type Question = { id: number; what: keyof ToldByProcesses }

function reasonToStop() {
  const reason = Promise.withResolvers<Reason>()
  // Ctrl-C in a terminal reaches all processes: the supervisor says what it means.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('SIGTERM', () => reason.resolve('SIGTERM'))
  process.on('disconnect', () => reason.resolve('alone'))
  return reason
}

/** Settles when it is on its way. Whoever is gone hears nothing, and `disconnect` says so. */
const send = (message: ToSupervisor) =>
  new Promise<void>(sent => {
    if (process.connected) process.send!(message, undefined, undefined, () => sent())
    else sent()
  })

/** What is asked of all processes, until it is answered. */
function questions() {
  const open = new Map<number, (value: ToldByProcesses[keyof ToldByProcesses]) => void>()
  let last = 0
  return {
    ask<W extends keyof ToldByProcesses>(what: W): Promise<ToldByProcesses[W]> {
      const id = ++last
      const { promise, resolve, reject } = Promise.withResolvers<ToldByProcesses[W]>()
      open.set(id, value => resolve(value as ToldByProcesses[W]))
      const silent = new Problem('SERVICE_UNAVAILABLE', 'The processes of this server do not answer')
      const late = setTimeout(() => reject(silent), answerWithinMs)
      void send({ ask: { id, what } })
      return promise.finally(() => {
        clearTimeout(late)
        open.delete(id)
      })
    },
    answered({ id, value }: { id: number; value: ToldByProcesses[keyof ToldByProcesses] }) {
      open.get(id)?.(value)
    },
  }
}
