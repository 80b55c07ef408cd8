/** Python in the settings. */
export const englishPython = {
  python: {
    title: 'Python',
    hint: 'browser_python · The model may write programs in Python, with the standard library. They run in a locked worker like the others. The first one fetches 14 MB from this server (6 MB packed), which stay in this browser.',
    packages: 'Packages for Python',
    packagesHint:
      'numpy, pandas, matplotlib and what they need do not come with Parley. They are fetched from this address when you press the button, and each file is checked against the list that came with Python.',
    packagesHere: 'Here: {names}',
    packagesNone: 'None are here.',
    packagesAddress: 'Address of the packages',
    fetchPackages: 'Fetch',
    fetchingPackage: 'Fetching {name} ({done} of {total})…',
    stopFetching: 'Stop',
    removePackages: 'Remove them',
    packagesReload: 'This page may not reach {host} yet. Load it again, then fetch.',
    reloadPage: 'Load again',
    packagesWrong: '{file} is not the file that it should be, so it was not kept. Try another address.',
    packagesUnreachable: 'Nothing could be fetched from {address}. Check the address and that it lets pages read from it (CORS).',
  },
} as const
