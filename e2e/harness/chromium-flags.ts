/** No start page, no updates, no talk with anybody: what every Chromium of ours is started with. */
export const quietFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The lists below the address bar. Chromium loads both for every window, into a process that nobody sees: most of a second for each test. */
export const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** What Playwright 1.65 switches off. A second list replaces the first, so it is said again. */
const AS_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

export const chromiumFlags: readonly string[] = [...quietFlags, `--disable-features=${[...AS_PLAYWRIGHT, ...UNSEEN].join(',')}`]
