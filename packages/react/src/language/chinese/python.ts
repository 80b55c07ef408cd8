import type { Translated } from '../bind.ts'
import type { englishPython } from '../english/python.ts'

export const chinesePython: Translated<typeof englishPython> = {
  python: {
    title: 'Python',
    hint: 'browser_python · 模型可以用 Python 编写程序，带有标准库。它们和其他程序一样在锁定的 worker 中运行。第一次会从此服务器获取 14 MB（压缩后 6 MB），并保留在此浏览器中。',
    packages: 'Python 软件包',
    packagesHint:
      'Parley 不附带 numpy、pandas、matplotlib 及其依赖。按下按钮后会从此地址获取，每个文件都会按 Python 自带的清单核对。',
    packagesHere: '已有：{names}',
    packagesNone: '还没有。',
    packagesAddress: '软件包地址',
    fetchPackages: '获取',
    fetchingPackage: '正在获取 {name}（{done}/{total}）…',
    stopFetching: '停止',
    removePackages: '删除',
    packagesReload: '此页面还不能访问 {host}。请重新加载页面后再获取。',
    reloadPage: '重新加载',
    packagesWrong: '{file} 不是应有的文件，因此没有保留。请换一个地址。',
    packagesUnreachable: '无法从 {address} 获取。请检查地址，以及它是否允许页面读取（CORS）。',
  },
}
