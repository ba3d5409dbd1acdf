#!/usr/bin/python3
"""A window of WebKitGTK for WebKitWebDriver, which starts it.

MiniBrowser, which comes with the library, shows nobody the console while it is automated. This window appends what
its pages complain about to `problems.log` in VIEW_FOLDER, a line of JSON each, and saves downloads beside it.
"""

import ctypes
import json
import os
import signal

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

PR_SET_PDEATHSIG = 1
folder = os.environ["VIEW_FOLDER"]
with open(os.path.join(os.path.dirname(__file__), "report-problems.js")) as file:
    REPORT_PROBLEMS = file.read()


def end_with_driver():
    ctypes.CDLL("libc.so.6").prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def report(problem):
    with open(os.path.join(folder, "problems.log"), "a") as log:
        log.write(json.dumps(problem) + "\n")


def create_view(_session):
    contents = WebKit2.UserContentManager()
    contents.add_script(
        WebKit2.UserScript.new(
            REPORT_PROBLEMS,
            WebKit2.UserContentInjectedFrames.ALL_FRAMES,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
    )
    contents.connect(
        "script-message-received::problems",
        lambda _contents, message: report(message.get_js_value().to_string()),
    )
    contents.register_script_message_handler("problems")
    view = WebKit2.WebView(
        web_context=context, user_content_manager=contents, is_controlled_by_automation=True
    )
    view.connect(
        "web-process-terminated",
        lambda _view, reason: report("The process of the page ended: " + reason.value_nick),
    )
    window = Gtk.Window(decorated=False)
    window.add(view)
    window.show_all()
    return view


def begin(_context, session):
    about = WebKit2.ApplicationInfo()
    about.set_name("webkit-view")
    session.set_application_info(about)
    session.connect("create-web-view", create_view)


def save(_context, download):
    def choose_place(item, name):
        item.set_destination("file://" + os.path.join(folder, name))
        return True

    download.connect("decide-destination", choose_place)


end_with_driver()
context = WebKit2.WebContext.new_with_website_data_manager(
    WebKit2.WebsiteDataManager.new_ephemeral()
)
context.set_automation_allowed(True)
context.connect("automation-started", begin)
context.connect("download-started", save)
Gtk.main()
