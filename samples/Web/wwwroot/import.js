"use strict";

const form = document.getElementById("form");
const fileInput = document.getElementById("file");
const aside = document.getElementById("aside");
const empty = document.getElementById("empty");
const running = document.getElementById("running");
const bar = document.getElementById("bar");
const outcome = document.getElementById("outcome");
const number = new Intl.NumberFormat("en");
const headers = { RequestVerificationToken: form.elements.__RequestVerificationToken.value };

form.addEventListener("submit", event => {
    event.preventDefault();
    importFile(fileInput.files[0]);
});

empty.addEventListener("click", async () => {
    setBusy(true);
    try {
        const answer = await fetch("cities", { method: "DELETE", headers });
        show("", answer.ok ? "The table is empty" : "The table could not be emptied", "");
    } catch {
        show("failed", "The server could not be reached", "");
    }
    await end();
});

function importFile(file) {
    const url = `imports/${crypto.randomUUID()}`;
    const upload = new AbortController();
    const events = new EventSource(url);
    const cancel = document.getElementById("cancel");

    setBusy(true);
    outcome.replaceChildren();
    bar.removeAttribute("value");
    document.getElementById("rows").textContent = "0 rows";
    document.getElementById("speed").textContent = "0 rows/s";
    document.getElementById("left").textContent = "";
    running.hidden = false;
    cancel.disabled = false;
    cancel.onclick = () => {
        cancel.disabled = true;
        fetch(url, { method: "DELETE", headers }).catch(lost);
    };

    // Nothing waits for the response to the upload: a browser reads it only after sending the whole file, and by then the events have reported the end.
    on("ready", () => fetch(`${url}?aside=${aside.checked}`, { method: "POST", body: file, headers, signal: upload.signal }).then(refused).catch(lost));
    on("running", showProgress);
    on("stored", state => finish(() => showStored(state, file)));
    on("failed", state => finish(() => showFailed(state)));
    on("cancelled", state => finish(() => show("cancelled", "Cancelled", state.message)));
    events.onerror = lost;

    function on(name, act) {
        events.addEventListener(name, event => act(JSON.parse(event.data)));
    }

    function refused(answer) {
        // A 422 only repeats what the events say.
        if (!answer.ok && answer.status !== 422)
            finish(() => show("failed", "The server did not take the file", `It answered ${answer.status}. Reload the page and try again.`));
    }

    function lost() {
        finish(() => show("failed", "The connection to the server is lost", "Reload the page to see what is stored."));
    }

    function finish(tell) {
        if (upload.signal.aborted)
            return;
        upload.abort();
        events.close();
        tell();
        end();
    }
}

function showProgress(state) {
    if (state.share !== null)
        bar.value = state.share;
    document.getElementById("rows").textContent = `${number.format(state.rows)} rows`;
    document.getElementById("speed").textContent = `${number.format(Math.round(state.rowsPerSecond))} rows/s`;
    document.getElementById("left").textContent = state.asideSoFar > 0 ? `, ${number.format(state.asideSoFar)} set aside` : "";
}

function showStored(state, file) {
    const count = state.aside.length;
    const left = count === 0 ? "" : `, ${number.format(count)} ${count === 1 ? "was" : "were"} set aside`;
    show("stored", `${number.format(state.rows)} ${state.rows === 1 ? "row is" : "rows are"} stored${left}`, "", [
        ["Time", `${state.seconds.toFixed(2)} s, ${number.format(Math.round(state.rowsPerSecond))} rows/s`],
        ["Strategy", state.strategy],
        ["Reason", state.reason],
        ["Pipelined", state.pipelining],
        ...state.warnings.map(warning => ["Warning", warning]),
    ]);
    if (count > 0)
        showAside(state.aside, file);
}

function showAside(rows, file) {
    const table = outcome.appendChild(document.createElement("table"));
    table.append(element("caption", "Rows that were set aside"));
    table.createTHead().insertRow().append(...["Line", "Why", "The row"].map(name => element("th", name)));
    const body = table.createTBody();
    for (const { row, reason, detail } of rows) {
        const cells = [element("td", number.format(row.line)), element("td", reason), element("td", row.text.trimEnd())];
        cells[1].title = detail;
        body.insertRow().append(...cells);
    }

    const link = element("a", "Download them");
    outcome.append(element("p", "Correct them and import the file again: "));
    outcome.lastChild.append(link);
    // The rows as the file has them, below its own header.
    link.download = "set-aside.csv";
    file.slice(0, 65_536).text().then(start => {
        const header = start.split(/\r?\n/, 1)[0];
        link.href = URL.createObjectURL(new Blob([[header, ...rows.map(({ row }) => row.text.trimEnd())].join("\n"), "\n"], { type: "text/csv" }));
    });
}

function showFailed(state) {
    const row = state.fileRow;
    show("failed", "Not imported", state.message, [
        ["In detail", state.detail],
        [row && `Line ${number.format(row.line)} of the file`, row?.text],
    ]);
}

// Texts come from other people's files: use textContent, never innerHTML.
function show(status, title, message, details = []) {
    outcome.className = status;
    outcome.replaceChildren(element("h2", title), element("p", message));
    const list = outcome.appendChild(document.createElement("dl"));
    for (const [name, text] of details.filter(([, text]) => text))
        list.append(element("dt", name), element("dd", text));
    outcome.focus();
}

function element(name, text) {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
}

async function end() {
    running.hidden = true;
    setBusy(false);
    const answer = await fetch("cities/count").catch(() => null);
    if (answer?.ok)
        document.getElementById("count").textContent = number.format(await answer.json());
}

function setBusy(isBusy) {
    for (const control of [...form.elements, empty])
        control.disabled = isBusy;
}
