// The Russian catalogue: English text, Russian text. A message with a count has one text per plural category of Russian. It is loaded only for
// visitors who read Russian. Times, sizes and names of units follow the usage of Russian wallets and explorers of TON.

/** @type {import("../shared/messages.js").Catalogue} */
export const MESSAGES = {
  // The frame.
  "Skip to content": "Перейти к содержанию",
  "Search: address, name, hash, block or operation": "Поиск: адрес, имя, хеш, блок или операция",
  "Search address, name, hash, block, operation": "Адрес, имя, хеш, блок, операция",
  Results: "Результаты",
  Network: "Сеть",
  Theme: "Тема",
  "Theme: as the system": "Тема: как в системе",
  "Theme: light": "Тема: светлая",
  "Theme: dark": "Тема: тёмная",
  Language: "Язык",
  "As the browser": "Как в браузере",
  "This browser does not keep the language: its storage is blocked or full.":
    "Браузер не сохраняет язык: его хранилище заблокировано или заполнено.",
  Views: "Разделы",
  "Loading…": "Загрузка…",
  "It takes longer than usual. If nothing happens, reload the page.":
    "Это занимает больше времени, чем обычно. Если ничего не происходит, обновите страницу.",
  Reload: "Обновить страницу",
  "You are offline. The address inspector still works; other views continue when you are back.":
    "Нет соединения. Проверка адресов работает; остальные разделы продолжат, когда соединение появится.",
  "Served by a": "Работает через",
  "ton-edge gateway": "шлюз ton-edge",
  ". Its API:": ". Его API:",
  and: "и",
  Reference: "Справочник",
  Design: "Дизайн",
  Explorer: "API",
  Account: "Аккаунт",
  Yours: "Моё",
  Trace: "Трейс",
  Blocks: "Блоки",
  Block: "Блок",
  Address: "Адрес",
  Gateway: "Шлюз",
  "Explore TON": "Обозреватель TON",
  "API explorer": "Обозреватель API",
  "Address inspector": "Проверка адресов",
  "This view does not exist": "Такого раздела нет",

  // The search.
  "The search did not load. Check your connection, then retry.":
    "Поиск не загрузился. Проверьте соединение и повторите.",
  "Search for an address in any form, a .ton name, a token by name or symbol, a transaction or message hash, a block number, or an operation.":
    "Введите адрес в любой форме, имя .ton, название или символ жетона, хеш транзакции или сообщения, номер блока или название операции.",
  "This looks like a recovery phrase. It is not sent, and not in the URL, the history or the last searches. Anyone who has it can take all that the wallet holds: clear the field, and enter a phrase only in a wallet.":
    "Это похоже на секретную фразу. Она не отправляется и не попадает ни в адрес страницы, ни в историю, ни в последние запросы. Тот, у кого она есть, может забрать всё из кошелька: очистите поле и вводите фразу только в кошельке.",
  "{count} results": {
    one: "{count} результат",
    few: "{count} результата",
    many: "{count} результатов",
    other: "{count} результата",
  },
  Clear: "Очистить",
  "Last searches": "Последние запросы",
  "Resolving {domain}…": "Определяем адрес {domain}…",
  "{domain} is not registered, or names no account.": "Имя {domain} не зарегистрировано или не указывает на аккаунт.",
  " on {network}": " в сети {network}",
  "Without the invisible character U+{code}.": "Без невидимого символа U+{code}.",
  "Not a hash.": "Это не хеш.",
  "Not an address.": "Это не адрес.",
  "Link of this web app": "Ссылка этого приложения",
  "This request in the explorer": "Этот запрос в обозревателе API",
  "List of {count} lines": {
    one: "Список из {count} строки",
    few: "Список из {count} строк",
    many: "Список из {count} строк",
    other: "Список из {count} строки",
  },
  "Check them all in the address inspector": "Проверить все в проверке адресов",
  "TON DNS name: resolve it and open its account": "Имя TON DNS: найти адрес и открыть аккаунт",
  "Account: balance, history, tokens": "Аккаунт: баланс, история, токены",
  "Address for testnet only: open": "Адрес только для testnet: открыть",
  "Open on {network} nevertheless": "Всё равно открыть в {network}",
  "Address for mainnet: open": "Адрес для mainnet: открыть",
  "Address in all its forms": "Адрес во всех формах",
  "Transfer link": "Ссылка на перевод",
  "What it would send, and to whom": "Что и кому она отправит",
  "Block {seqno}": "Блок {seqno}",
  "Masterchain block": "Блок мастерчейна",
  "Block of workchain {workchain}, shard {shard}": "Блок воркчейна {workchain}, шард {shard}",
  "Transaction or message {hash}": "Транзакция или сообщение {hash}",
  "Its trace: what it caused, and what that cost": "Трейс: что произошло и сколько это стоило",
  "Account with this hash": "Аккаунт с таким хешем",
  "Hash in all its forms": "Хеш во всех формах",
  "Your label of {address}": "Ваша метка для {address}",
  "Known contract of the network": "Известный контракт сети",
  "Known address without an owner": "Известный адрес без владельца",
  "Known jetton": "Известный жетон",
  "Known NFT collection": "Известная коллекция NFT",
  "Known exchange of tokens": "Известная биржа токенов",
  "Known marketplace": "Известный маркетплейс",
  "Known staking contract": "Известный контракт стейкинга",
  "Known bridge": "Известный мост",
  "Known account": "Известный аккаунт",

  // Common parts.
  Copy: "Копировать",
  "Copy {subject}": "Копировать: {subject}",
  Copied: "Готово",
  Failed: "Ошибка",
  "Copied {subject}": "Скопировано: {subject}",
  "The browser blocked copying. Select the text and copy it by hand.":
    "Браузер запретил копирование. Выделите текст и скопируйте его вручную.",
  now: "сейчас",
  "{age} s ago": "{age} с назад",
  "{age} min ago": "{age} мин назад",
  "{age} h ago": "{age} ч назад",
  "{age} d ago": "{age} д назад",
  "{age} y ago": "{age} г. назад",
  "time unknown": "время неизвестно",
  unknown: "неизвестно",
  Live: "Онлайн",
  "Catching up": "Догоняем",
  Offline: "Нет соединения",
  "Not live": "Не обновляется",
  Paused: "Пауза",
  Pause: "Пауза",
  Code: "Код",
  ", HTTP status {status}": ", статус HTTP {status}",
  "a moment": "немного",
  "{count} seconds": {
    one: "{count} секунду",
    few: "{count} секунды",
    many: "{count} секунд",
    other: "{count} секунды",
  },
  ", your label of {address}": ", ваша метка для {address}",
  ", known contract {address}": ", известный контракт {address}",

  // Errors.
  "A file of this web app did not load. Check your connection, then retry or reload.":
    "Файл приложения не загрузился. Проверьте соединение, затем повторите или обновите страницу.",
  "The request failed. Retry; if it fails again, report the code below.":
    "Запрос не выполнен. Повторите; если ошибка останется, сообщите код ниже.",
  "The API refused the request. Check the address.": "API отклонил запрос. Проверьте адрес.",
  "The gateway cannot be reached. Check your connection, then retry.":
    "Шлюз недоступен. Проверьте соединение и повторите.",
  "No complete response arrived in time. Retry, or choose fewer rows per page.":
    "Полный ответ не пришёл вовремя. Повторите или выберите меньше строк на странице.",
  "The response is not from a gateway: a proxy or a sign-in page may be in between. Check your network, then retry.":
    "Ответ пришёл не от шлюза: возможно, мешает прокси или страница входа. Проверьте сеть и повторите.",
  "The response is too large for this web app. Choose fewer rows per page.":
    "Ответ слишком большой для этого приложения. Выберите меньше строк на странице.",
  "The upstream service refused the gateway’s API key. Only the operator of this gateway can fix that.":
    "Сервис отклонил ключ API шлюза. Исправить это может только оператор шлюза.",
  "Too many requests in a short time. Wait {wait}, then retry.":
    "Слишком много запросов за короткое время. Подождите {wait} и повторите.",
  "This host has no ton-edge gateway. Open the web app at the address of a gateway.":
    "На этом хосте нет шлюза ton-edge. Откройте приложение по адресу шлюза.",
  "The upstream service failed to respond. Wait a minute, then retry.":
    "Сервис не ответил. Подождите минуту и повторите.",
  "This browser blocks WebAssembly, which this web app needs. Allow it, or use another browser.":
    "Браузер блокирует WebAssembly, без которого приложение не работает. Разрешите его или откройте другой браузер.",
  "This browser is too old for this web app. Update it, or use another one.":
    "Браузер слишком старый для этого приложения. Обновите его или откройте другой.",
  "This domain does not exist, or names no account. Check its spelling.":
    "Такого домена нет, или он не указывает на аккаунт. Проверьте написание.",

  // Home.
  "Any payment, account, token or block, straight from the chain.":
    "Любой перевод, аккаунт, токен или блок — прямо из блокчейна.",
  "Search address, name, hash, block": "Адрес, имя, хеш, блок",
  "It understands addresses in any form,": "Поиск понимает хеши, блоки, адреса в любой форме, домены",
  "names, hashes, blocks and links of other explorers, for example:": "и ссылки других обозревателей, например:",
  Examples: "Примеры",
  "the elector": "электор",
  "payment {hash}": "перевод {hash}",
  "block {seqno}": "блок {seqno}",
  "Newest blocks": "Новые блоки",
  "Newest masterchain blocks": "Новые блоки мастерчейна",
  "{count} transactions": {
    one: "{count} транзакция",
    few: "{count} транзакции",
    many: "{count} транзакций",
    other: "{count} транзакции",
  },
  "For developers": "Разработчикам",
  "One npm package and one gateway: every operation of the TON Center API, typed, paced and cached.":
    "Один пакет npm и один шлюз: каждая операция API TON Center с типами, учётом лимитов и кешем.",
  Install: "Установка",
  Guides: "Руководства",
  Source: "Исходный код",
  "First program": "Первая программа",
  "the install command": "команда установки",
  "the program": "программа",
  "A form for each operation, its request in six languages, the response as a tree or a table.":
    "Форма для каждой операции, запрос на шести языках, ответ деревом или таблицей.",
  "Open the explorer": "Открыть обозреватель API",
  "Your limits here": "Ваши лимиты",

  // The view for unknown links.
  "The link names a view that this web app does not have. Search above, or go on from here.":
    "Ссылка ведёт в раздел, которого в этом приложении нет. Воспользуйтесь поиском выше или перейдите отсюда.",
  Home: "Главная",

  // Yours.
  "Accounts that you watch, and your labels. They stay on this device.":
    "Аккаунты, за которыми вы следите, и ваши метки. Они хранятся только на этом устройстве.",
  "Watched accounts": "Отслеживаемые аккаунты",
  "Open an account and press": "Откройте аккаунт и нажмите",
  Watch: "Watch",
  ": it appears here with its balance.": ": он появится здесь вместе с балансом.",
  Labels: "Метки",
  "A label is your own name for an account. You give it in the view of the account; lists and the search show it.":
    "Метка — ваше собственное имя аккаунта. Она задаётся на странице аккаунта и видна в списках и в поиске.",
  "Recent accounts": "Недавние аккаунты",
  "The accounts that you open appear here.": "Здесь появятся аккаунты, которые вы открывали.",
  "Move to another device": "Перенос на другое устройство",
  "The file contains your labels and watched accounts, nothing else. An import adds them to those of this device.":
    "В файле только ваши метки и отслеживаемые аккаунты. Импорт добавляет их к тем, что есть на этом устройстве.",
  Export: "Экспорт",
  Import: "Импорт",
  "File to import": "Файл для импорта",
  Remove: "Убрать",
  "Remove from the watched accounts": "Убрать из отслеживаемых аккаунтов",
  "Remove the label": "Убрать метку",
  "Not deployed": "Не развёрнут",
  Frozen: "Заморожен",
  "No account": "Нет аккаунта",
  "Delete them": "Удалить их",
  "This browser blocks the storage of this web app, so that labels and watched accounts cannot be kept.":
    "Браузер блокирует хранилище приложения, поэтому метки и отслеживаемые аккаунты не сохраняются.",
  "The stored labels cannot be read, since another program or version has written them.":
    "Сохранённые метки не читаются: их записала другая программа или версия.",
  "The stored labels cannot be read. Delete them in Yours, then retry.":
    "Сохранённые метки не читаются. Удалите их в разделе «Моё» и повторите.",
  "This browser does not store it: its storage is blocked or full.":
    "Браузер не сохраняет это: его хранилище заблокировано или заполнено.",
  "This browser blocks the storage.": "Браузер блокирует хранилище.",
  "A label has at most {max} characters.": "В метке не больше {max} символов.",
  "There are already {max} labels.": "Меток уже {max}, больше нельзя.",
  "You already watch {max} accounts.": "Вы уже следите за {max} аккаунтами, больше нельзя.",
  "Imported: {labels}, {replaced} replaced, {watched}.": "Импорт: {labels}, заменено: {replaced}, {watched}.",
  "{count} new labels": {
    one: "{count} новая метка",
    few: "{count} новые метки",
    many: "{count} новых меток",
    other: "{count} новой метки",
  },
  "{count} new watched accounts": {
    one: "{count} новый отслеживаемый аккаунт",
    few: "{count} новых отслеживаемых аккаунта",
    many: "{count} новых отслеживаемых аккаунтов",
    other: "{count} нового отслеживаемого аккаунта",
  },
  "Nothing was imported.": "Ничего не импортировано.",
  "The file cannot be read.": "Файл не читается.",
  "The file is larger than 1 MB.": "Файл больше 1 МБ.",
  "The file is not JSON.": "Файл не в формате JSON.",
  "The file is not an export of labels.": "Этот файл — не экспорт меток.",
  "The file has version {found}, but this web app reads version {wanted}.":
    "У файла версия {found}, а приложение читает версию {wanted}.",
  "the network must be mainnet or testnet": "сеть должна быть mainnet или testnet",
  "it must be an object": "нужен объект",
  "it must be a list": "нужен список",
  "it is not an address": "это не адрес",
  "a label is a text of 1 to {max} characters": "метка — текст от 1 до {max} символов",
  "A file has at most {labels} labels and {watched} watched accounts per network.":
    "В файле не больше {labels} меток и {watched} отслеживаемых аккаунтов на сеть.",
  "Together there would be more than {labels} labels or {watched} watched accounts. Nothing was imported.":
    "Вместе получилось бы больше {labels} меток или {watched} отслеживаемых аккаунтов. Ничего не импортировано.",
};
