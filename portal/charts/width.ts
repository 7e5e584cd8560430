// How wide a picture may be drawn: at its own size, so that its words are as large as those around it.
import { options } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Of A4 between margins of 15 mm, in pixels. */
export const paperWidth = 680

/** Nought until it has been measured, which is before anything is painted. `shrinks` leaves it as it is on paper, where
 * it is scaled down instead. */
export function useWidth({ shrinks = false } = {}) {
  const holder = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = holder.current!
    const measure = () => setWidth(Math.floor(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    const print = () => {
      const share = paperWidth / document.querySelector('.head')!.clientWidth
      if (share < 1) atOnce(() => setWidth(Math.floor(element.clientWidth * share)))
    }
    if (!shrinks) addEventListener('beforeprint', print)
    addEventListener('afterprint', measure)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', print)
      removeEventListener('afterprint', measure)
    }
  }, [])
  return { holder, width }
}

/** Drawn when this returns: the print does not wait. */
function atOnce(change: () => void): void {
  const { debounceRendering } = options
  options.debounceRendering = draw => draw()
  change()
  if (debounceRendering) options.debounceRendering = debounceRendering
  else delete options.debounceRendering
}

/** Words of about this many pixels, at the size of type in charts. */
export function shortened(words: string, pixels: number): string {
  const room = Math.floor(pixels / 6.7)
  return words.length <= room ? words : `${words.slice(0, Math.max(1, room - 1)).trimEnd()}…`
}

/** Below this the names of rows stand above them. */
export const isNarrow = (width: number) => width < 560
