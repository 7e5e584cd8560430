// Small things that are written everywhere: times, counts, code that can be copied, what was just done.
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { utcDay } from '../../src/formats/day.ts'

const clock = (at: Date, withSeconds = false) => at.toISOString().slice(11, withSeconds ? 19 : 16)
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
export const dayOf = (at: Date) => `${at.getUTCDate()} ${months[at.getUTCMonth()]}`

/** `5 May 2026` of `2026-05-05`. */
export const dateWords = (date: string) => `${dayOf(new Date(date))} ${date.slice(0, 4)}`

/** In UTC: the time alone today, the day with it otherwise, the year where it is another. */
export function timeWords(given: string | Date, withSeconds = false): string {
  const [at, now] = [new Date(given), new Date()]
  if (utcDay(at) === utcDay(now)) return clock(at, withSeconds)
  const year = at.getUTCFullYear() === now.getUTCFullYear() ? '' : ` ${at.getUTCFullYear()}`
  return `${dayOf(at)}${year} ${clock(at, withSeconds)}`
}

export type TimeProps = { at: string | null | undefined; never?: string; withSeconds?: boolean }

export function Time({ at, never = 'never', withSeconds = false }: TimeProps) {
  if (!at) return <span class="muted">{never}</span>
  return (
    <time dateTime={at} title={`${at.replace('T', ' ').replace(/\.\d+/, '').replace('Z', '')} UTC`}>
      {timeWords(at, withSeconds)}
    </time>
  )
}

/** `in 27 min`, `3 h ago`. */
export function distance(at: string, now = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000
  const size = Math.abs(seconds)
  const words =
    size < 60
      ? `${Math.round(size)} s`
      : size < 3600
        ? `${Math.round(size / 60)} min`
        : size < 172_800
          ? `${Math.round(size / 3600)} h`
          : `${Math.round(size / 86_400)} days`
  return seconds >= 0 ? `in ${words}` : `${words} ago`
}

export const number = (value: number) => value.toLocaleString('en-GB')
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${number(count)} ${count === 1 ? one : many}`

export function bytesWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(0)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** A count that opens what it is made of, where there is any. */
export function Count({ of, link }: { of: number; link: string | undefined }) {
  return link && of > 0 ? <a href={link}>{number(of)}</a> : number(of)
}

function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [done, setDone] = useState(false)
  return (
    <button
      type="button"
      class="small"
      onClick={async () => {
        await navigator.clipboard.writeText(text).catch(() => {})
        setDone(true)
        setTimeout(() => setDone(false), 2000)
      }}
    >
      {done ? 'Copied' : label}
    </button>
  )
}

export function Code({ text, label }: { text: string; label?: string }) {
  return (
    <figure class="code">
      <figcaption>
        <span>{label}</span> <CopyButton text={text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <pre tabIndex={0}>{text}</pre>
    </figure>
  )
}

/** A secret that is shown this once. */
export function Secret({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <div class="secret">
      <p>
        <code>{text}</code> <CopyButton text={text} />
      </p>
      <p class="hint">It is shown this once and kept nowhere in clear. {children}</p>
    </div>
  )
}

const latest = signal('')

/** Says what was done, to those who look and to those who listen. */
export function say(text: string): void {
  latest.value = text
  setTimeout(() => {
    if (latest.value === text) latest.value = ''
  }, 6000)
}

export function Announcement() {
  return (
    <output class="said" aria-live="polite">
      {latest}
    </output>
  )
}
