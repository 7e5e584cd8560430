// How wide a picture may be drawn: at its own size, so that its words are as large as those around it.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Nought until it has been measured, which is before anything is painted. */
export function useWidth() {
  const holder = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = holder.current!
    const measure = () => setWidth(Math.floor(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { holder, width }
}

/** Words of about this many pixels, at the size of type in charts. */
export function fitted(words: string, pixels: number): string {
  const room = Math.floor(pixels / 6.7)
  return words.length <= room ? words : `${words.slice(0, Math.max(1, room - 1)).trimEnd()}…`
}

/** Below this the names of rows stand above them. */
export const isNarrow = (width: number) => width < 560
