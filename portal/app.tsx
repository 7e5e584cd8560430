// The portal's frame: who is signed in, the pages that are open to them, and the one that the address names.
import { type ComponentType, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { address, followLinks, go, href } from './client/address.ts'
import { attention } from './client/attention.ts'
import { readAt, signedOut } from './client/http.ts'
import { begin, type Session, session, signOut } from './client/session.ts'
import { Failed, Page, Waiting } from './components/layout.tsx'
import { Announcement, timeWords } from './components/text.tsx'
import { consent, type PortalPage, pages } from './pages.ts'
import { SignIn, SignInAgain } from './sign-in.tsx'

function App() {
  if (session.value === undefined)
    return (
      <main class="door">
        <p class="brand">Muster</p>
        <Waiting rows={3} />
      </main>
    )
  if (address.value.path === `/${consent.path}`)
    return (
      <>
        <Loading page={consent} />
        <Announcement />
      </>
    )
  if (session.value === null) return <SignIn />
  return (
    <>
      <Sheet key={nameOf(session.value)} who={session.value} />
      {signedOut.value !== undefined && <SignInAgain />}
    </>
  )
}

/** Whoever signs in again finds the page as it was; it is another's for everybody else. */
const nameOf = (who: Session) => (who.kind === 'key' ? who.key.id : `${who.role} ${who.name}`)

function Sheet({ who }: { who: Session }) {
  const { path } = address.value
  const open = pages.filter(page => page.open(who))
  const first = path.split('/')[1] ?? ''
  const current = first === '' ? open[0] : open.find(page => page.path === first)
  useEffect(() => {
    document.title = `${current?.title ?? 'Not found'} – Muster`
    // On a narrow screen the menu is one line that scrolls.
    const link = document.querySelector<HTMLElement>('nav [aria-current=page]')
    link?.parentElement?.scrollTo({ left: link.offsetLeft - 40 })
  }, [current])
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <div class="sheet">
        <nav aria-label="Portal">
          <b>Muster</b>
          {open.map(page => (
            <a
              key={page.path}
              href={href(`/${page.path}`)}
              aria-current={page === current ? 'page' : undefined}
            >
              {page.title} <WaitingCount page={page} />
            </a>
          ))}
          <a href="/docs" target="_self">
            Reference
          </a>
          <button
            type="button"
            class="plain"
            onClick={async () => {
              await signOut()
              go('/')
            }}
          >
            Sign out
          </button>
        </nav>
        <main id="content" tabIndex={-1}>
          {current ? (
            <Loading key={current.path} page={current} />
          ) : (
            <Page title="Not found">
              <p>
                There is no page at this address that you may open. <a href={href('/')}>Start again</a>
              </p>
            </Page>
          )}
        </main>
        <TitleBlock who={who} />
      </div>
      <Announcement />
    </>
  )
}

/** How many of what the page shows wait for somebody. */
function WaitingCount({ page }: { page: PortalPage }) {
  const count = (page.waits ?? []).reduce((sum, kind) => sum + (attention.value[kind] ?? 0), 0)
  return count > 0 ? (
    <i>
      {count} <span class="aloud">waiting</span>
    </i>
  ) : null
}

function Loading({ page }: { page: PortalPage }) {
  const [shown, setShown] = useState<{ Body?: ComponentType; failed?: true }>({})
  const load = () => {
    page.load().then(
      Body => setShown({ Body }),
      () => setShown({ failed: true }),
    )
  }
  useEffect(load, [])
  if (shown.failed) return <Failed message="This page could not be loaded" again={() => location.reload()} />
  if (!shown.Body) return <Waiting />
  return <shown.Body />
}

const version = document.querySelector<HTMLMetaElement>('meta[name=muster-version]')?.content ?? ''

/** As on a drawing, at the bottom right. */
function TitleBlock({ who }: { who: Session }) {
  const [name, scope] =
    who.kind === 'operator'
      ? [who.name, who.role]
      : [`${who.key.hint} ${who.key.name}`, who.key.owners.map(({ name }) => name).join(', ')]
  return (
    <footer class="title">
      <div>
        <span>{who.kind === 'operator' ? 'operator' : 'key'}</span>
        {name}
      </div>
      <div>
        <span>{who.kind === 'operator' ? 'role' : who.key.kind}</span>
        {scope}
      </div>
      <div>
        <span>data as of</span>
        {readAt.value ? `${timeWords(readAt.value)} UTC` : '–'}
      </div>
      <div>
        <span>revision</span>
        {version}
      </div>
    </footer>
  )
}

/** Asked for while it is still asked who is signed in; who may not open it is shown nothing of it. */
const ahead = address.value.path.split('/')[1]
void [...pages, consent]
  .find(({ path }) => path === ahead)
  ?.load()
  .catch(() => {})
followLinks()
render(<App />, document.getElementById('app')!)
void begin()
