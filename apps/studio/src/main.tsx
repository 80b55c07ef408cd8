import './style.css'

document.title = 'Parley'
