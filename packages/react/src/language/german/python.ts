import type { Translated } from '../bind.ts'
import type { englishPython } from '../english/python.ts'

export const germanPython: Translated<typeof englishPython> = {
  python: {
    title: 'Python',
    hint: 'browser_python · Das Modell darf Programme in Python schreiben, mit der Standardbibliothek. Sie laufen wie die anderen in einem gesperrten Worker. Das erste holt 14 MB von diesem Server (gepackt 6 MB); sie bleiben in diesem Browser.',
    packages: 'Pakete für Python',
    packagesHint:
      'numpy, pandas, matplotlib und was sie brauchen bringt Parley nicht mit. Sie kommen von dieser Adresse, wenn Sie den Knopf drücken; jede Datei wird gegen die Liste geprüft, die mit Python kam.',
    packagesHere: 'Da sind: {names}',
    packagesNone: 'Keine sind da.',
    packagesAddress: 'Adresse der Pakete',
    fetchPackages: 'Holen',
    fetchingPackage: '{name} wird geholt ({done} von {total})…',
    stopFetching: 'Anhalten',
    removePackages: 'Entfernen',
    packagesReload: 'Diese Seite darf {host} noch nicht erreichen. Laden Sie sie neu und holen Sie dann.',
    reloadPage: 'Neu laden',
    packagesWrong: '{file} ist nicht die Datei, die sie sein soll, und wurde nicht behalten. Versuchen Sie eine andere Adresse.',
    packagesUnreachable: 'Von {address} war nichts zu holen. Prüfen Sie die Adresse und ob Seiten dort lesen dürfen (CORS).',
  },
}
