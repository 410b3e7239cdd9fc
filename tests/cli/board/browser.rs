//! A Chromium without a window, over the pipe of its DevTools protocol: what a page shows, and what a person does.
//!
//! The protocol comes over two pipes (`--remote-debugging-pipe`), one JSON object after the other with a zero
//! between them. A shell gives them the numbers 3 and 4, which no safe code of the standard library does.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// After this time something hangs: far more than a slow machine needs.
const PATIENCE: Duration = Duration::from_secs(120);

/// Where Chromium is; says on standard error that the page is not looked at if it is missing.
fn find() -> Option<PathBuf> {
    let names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
    let path = std::env::var_os("PATH")?;
    let places = std::env::split_paths(&path).flat_map(|place| names.map(|name| place.join(name)));
    let found = places.into_iter().find(|place| place.is_file());
    if found.is_none() {
        eprintln!("there is no Chromium here, so the page is not looked at");
    }
    found
}

/// After this time what was clicked on does nothing: the click is made once more.
const SOON: Duration = Duration::from_secs(5);

/// A browser.
pub(super) struct Browser {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: u64,
    /// What pages have complained about.
    complaints: Vec<String>,
    _profile: tempfile::TempDir,
}

/// A page of it, by the session of its target.
pub(super) struct Page {
    session: String,
    target: String,
}

impl Browser {
    /// Starts one; none if there is no Chromium here.
    pub(super) fn start() -> Option<Browser> {
        let browser = find()?;
        let profile = tempfile::tempdir().expect("a folder");
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null", "sh"])
            .arg(browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let to = child.stdin.take().expect("it was piped");
        let from = BufReader::new(child.stdout.take().expect("it was piped"));
        let complaints = Vec::new();
        Some(Browser { child, to, from, asked: 0, complaints, _profile: profile })
    }

    fn call(&mut self, page: Option<&Page>, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let mut message = json!({ "id": self.asked, "method": method, "params": params });
        if let Some(Page { session, .. }) = page {
            message["sessionId"] = session.as_str().into();
        }
        self.to.write_all(message.to_string().as_bytes()).expect("the browser listens");
        self.to.write_all(b"\0").expect("the browser listens");
        loop {
            let mut bytes = Vec::new();
            self.from.read_until(0, &mut bytes).expect("the browser answers");
            assert_eq!(bytes.pop(), Some(0), "the browser has ended");
            let mut answer: Value = serde_json::from_slice(&bytes).expect("JSON");
            if answer["id"] == self.asked {
                assert!(answer["error"].is_null(), "{method} {params}: {answer}");
                return answer["result"].take();
            }
            self.heard(&answer);
        }
    }

    /// Takes note of what a page complains about by itself.
    fn heard(&mut self, event: &Value) {
        let about = match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => &event["params"]["exceptionDetails"],
            Some("Log.entryAdded") if event["params"]["entry"]["level"] == "error" => {
                &event["params"]["entry"]["text"]
            }
            _ => return,
        };
        self.complaints.push(about.to_string());
    }

    /// Opens a page of this width and height, in light or dark, and waits until it is ready.
    pub(super) fn open(&mut self, address: &str, (width, height): (u32, u32), dark: bool) -> Page {
        let target = self.call(None, "Target.createTarget", &json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = self.call(None, "Target.attachToTarget", &attach);
        let text = |value: &Value| value.as_str().expect("a name").to_string();
        let page =
            Page { session: text(&attached["sessionId"]), target: text(&target["targetId"]) };
        for domain in ["Page", "Runtime", "Log"] {
            self.call(Some(&page), &format!("{domain}.enable"), &json!({}));
        }
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call(Some(&page), "Emulation.setDeviceMetricsOverride", &size);
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call(Some(&page), "Emulation.setEmulatedMedia", &media);
        self.goto(&page, address);
        page
    }

    /// Goes to an address, and waits until the page is ready.
    pub(super) fn goto(&mut self, page: &Page, address: &str) {
        // The same page with another fragment would not be loaded anew.
        self.call(Some(page), "Page.navigate", &json!({ "url": "about:blank" }));
        self.call(Some(page), "Page.navigate", &json!({ "url": address }));
        self.wait(page, "document.body !== null && document.body.dataset.ready === 'true'");
    }

    /// Closes a page.
    pub(super) fn close(&mut self, page: Page) {
        self.call(None, "Target.closeTarget", &json!({ "targetId": page.target }));
    }

    /// The bytes of a page's heap that are in use, after a collection.
    pub(super) fn heap(&mut self, page: &Page) -> f64 {
        self.call(Some(page), "HeapProfiler.collectGarbage", &json!({}));
        let usage = self.call(Some(page), "Runtime.getHeapUsage", &json!({}));
        usage["usedSize"].as_f64().expect("a number")
    }

    /// Brings a page before the others.
    pub(super) fn front(&mut self, page: &Page) {
        self.call(Some(page), "Page.bringToFront", &json!({}));
    }

    /// What an expression is worth on the page.
    #[track_caller]
    pub(super) fn look(&mut self, page: &Page, expression: &str) -> Value {
        let params =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut answer = self.call(Some(page), "Runtime.evaluate", &params);
        let wrong = &answer["exceptionDetails"];
        assert!(wrong.is_null(), "{expression}: {wrong}");
        answer["result"]["value"].take()
    }

    /// The text of the first element of a selector.
    #[track_caller]
    pub(super) fn text(&mut self, page: &Page, selector: &str) -> String {
        let text = self.look(page, &format!("document.querySelector({selector:?}).textContent"));
        text.as_str().expect("text").replace('\u{a0}', " ").trim().into()
    }

    /// Waits until an expression is true on the page.
    #[track_caller]
    pub(super) fn wait(&mut self, page: &Page, expression: &str) {
        let came = self.within(page, expression, PATIENCE);
        let shown = if came { Value::Null } else { self.look(page, "document.body.innerText") };
        assert!(came, "never true: {expression}; {:?}; {shown}", self.complaints);
    }

    /// Whether an expression becomes true on the page, as what follows from a click does.
    #[track_caller]
    pub(super) fn soon(&mut self, page: &Page, expression: &str) -> bool {
        self.within(page, expression, SOON)
    }

    #[track_caller]
    pub(super) fn within(&mut self, page: &Page, expression: &str, time: Duration) -> bool {
        let until = Instant::now() + time;
        // An error is a page that is not loaded yet.
        let safe = format!(
            "(() => {{ try {{ return Boolean({expression}); }} catch {{ return false; }} }})()"
        );
        while self.look(page, &safe) != true {
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        true
    }

    /// Clicks on a point with the mouse.
    pub(super) fn click_at(&mut self, page: &Page, x: f64, y: f64) {
        for kind in ["mousePressed", "mouseReleased"] {
            self.mouse(page, kind, x, y);
        }
    }

    /// Presses, moves to another point and releases there.
    pub(super) fn drag(&mut self, page: &Page, from: (f64, f64), to: (f64, f64)) {
        self.mouse(page, "mousePressed", from.0, from.1);
        self.mouse(page, "mouseMoved", to.0, to.1);
        self.mouse(page, "mouseReleased", to.0, to.1);
    }

    fn mouse(&mut self, page: &Page, kind: &str, x: f64, y: f64) {
        let params = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "buttons": 1 });
        self.call(Some(page), "Input.dispatchMouseEvent", &params);
    }

    /// The middle of the first element of a selector, scrolled to if need be; none if there is none.
    fn found(&mut self, page: &Page, selector: &str) -> Option<(f64, f64)> {
        let expression = format!(
            "(() => {{ const element = document.querySelector({selector:?}); if (!element) return null; \
             element.scrollIntoView({{ block: 'nearest' }}); const box = element.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        );
        let point = self.look(page, &expression);
        Some((point[0].as_f64()?, point[1].as_f64()?))
    }

    /// Likewise, of an element that is there.
    #[track_caller]
    pub(super) fn middle(&mut self, page: &Page, selector: &str) -> (f64, f64) {
        self.found(page, selector).expect("an element of this selector")
    }

    /// Clicks on the first element of a selector.
    #[track_caller]
    pub(super) fn click(&mut self, page: &Page, selector: &str) {
        let (x, y) = self.middle(page, selector);
        self.click_at(page, x, y);
    }

    /// Clicks on the first element of a selector until something is true: what is replaced while the mouse goes down
    /// and up on it hears no click.
    #[track_caller]
    pub(super) fn click_until(&mut self, page: &Page, selector: &str, expression: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some((x, y)) = self.found(page, selector) {
                self.click_at(page, x, y);
            }
            if self.soon(page, expression) {
                return;
            }
            let late = Instant::now() >= until;
            let shown = if late { self.look(page, "document.body.innerText") } else { Value::Null };
            assert!(!late, "clicks on {selector} do not lead to {expression}: {shown}");
        }
    }

    /// Presses a key: a letter, or a name such as `ArrowLeft`.
    pub(super) fn key(&mut self, page: &Page, key: &str) {
        let text = if key.chars().count() == 1 { key } else { "" };
        let text = if key == "Enter" { "\r" } else { text };
        for kind in ["keyDown", "keyUp"] {
            let params = json!({ "type": kind, "key": key, "text": if kind == "keyDown" { text } else { "" } });
            self.call(Some(page), "Input.dispatchKeyEvent", &params);
        }
    }

    /// Presses a key that has a name, with the shift key held.
    pub(super) fn shift_key(&mut self, page: &Page, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            let params = json!({ "type": kind, "key": key, "modifiers": 8 });
            self.call(Some(page), "Input.dispatchKeyEvent", &params);
        }
    }

    /// Types a text into the element that has the focus.
    pub(super) fn write(&mut self, page: &Page, text: &str) {
        self.call(Some(page), "Input.insertText", &json!({ "text": text }));
    }

    /// Chooses an option of a list, or sets any field, as a person does.
    pub(super) fn set(&mut self, page: &Page, selector: &str, value: &str) {
        self.look(
            page,
            &format!(
                "(() => {{ const field = document.querySelector({selector:?}); field.value = {value:?}; \
                 field.dispatchEvent(new Event('input', {{ bubbles: true }})); \
                 field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
            ),
        );
    }

    /// What pages have complained about since this was asked last.
    pub(super) fn complaints(&mut self, page: &Page) -> Vec<String> {
        // What was said before this answer was heard.
        self.look(page, "0");
        std::mem::take(&mut self.complaints)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The shell has become the browser, whose own children end with it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
