const PLACE = 'records-token'

/** From the printed address, or from this tab before the reload. The address is cleaned at once, so that it can be shared. */
export function readToken(): string | undefined {
  const offered = new URLSearchParams(location.hash.slice(1)).get('token')
  if (offered) history.replaceState(null, '', location.pathname)
  return offered || sessionStorage.getItem(PLACE) || undefined
}

export function keepToken(token: string): void {
  sessionStorage.setItem(PLACE, token)
}
