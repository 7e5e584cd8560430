// A part of a picture that opens the records it is made of.
import type { ComponentChildren } from 'preact'

type Props = {
  /** Where they are; a part without such a place is drawn as it is. */
  link: string | undefined
  /** Names a part that has no words of its own. */
  words?: string
  /** Of a shape beside words that are a link already: for pointers alone. */
  beside?: boolean
  children: ComponentChildren
}

export function Opening({ link, words, beside, children }: Props) {
  if (!link) return <>{children}</>
  if (beside)
    return (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: keys reach the words beside it, and never the shape
      <g aria-hidden="true">
        <a href={link} tabindex={-1}>
          {children}
        </a>
      </g>
    )
  return (
    <a href={link} aria-label={words}>
      {children}
    </a>
  )
}

/** Words in a row, each of which may be a link. */
export function LinkedWords({ parts }: { parts: readonly { words: string; link?: string | undefined }[] }) {
  return (
    <>
      {parts.map(({ words, link }, at) => (
        <>
          {at > 0 && <tspan>; </tspan>}
          <Opening link={link}>
            <tspan>{words}</tspan>
          </Opening>
        </>
      ))}
    </>
  )
}
