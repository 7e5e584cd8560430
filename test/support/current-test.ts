// node:test asks async hooks which test is running, which has every promise of the process followed until it is collected
// and slows the suite down. Imported before node:test, this answers from AsyncLocalStorage instead.
import hooks from 'node:async_hooks'

type Started = (id: number, type: string, startedBy: number, resource: object) => void

const running = new hooks.AsyncLocalStorage<number>()
let started: Started | undefined

const currentId = () => running.getStore() ?? 0

class Resource extends hooks.AsyncResource {
  constructor(type: string, options?: hooks.AsyncResourceOptions) {
    super(type, options)
    started?.(this.asyncId(), type, currentId(), this)
  }

  override runInAsyncScope<This, Result>(
    run: (this: This, ...args: unknown[]) => Result,
    self?: This,
    ...args: unknown[]
  ): Result {
    return super.runInAsyncScope(() => running.run(this.asyncId(), () => run.apply(self as This, args)))
  }
}

Object.assign(hooks, {
  AsyncResource: Resource,
  executionAsyncId: currentId,
  createHook: ({ init }: { init: Started }) => {
    started = init
    return { enable() {}, disable() {} }
  },
})
