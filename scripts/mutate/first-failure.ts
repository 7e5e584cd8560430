// Ends a test file at its first failure: one is enough.
import type { TestEvent } from 'node:test/reporters'

export default async function* firstFailure(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || data.todo) continue
    const { error } = data.details
    yield `${data.name}\n${error.cause instanceof Error ? error.cause.message : error.message}\n`
    process.exit(1)
  }
}
