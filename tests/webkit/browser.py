#!/usr/bin/python3
"""A small WebKitGTK browser for WebKitWebDriver. Unlike MiniBrowser it stores its profile on disk."""
import argparse
import os
import signal

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import GLib, Gtk, WebKit2

parser = argparse.ArgumentParser()
parser.add_argument('--profile', required=True)
parser.add_argument('--width', type=int, default=360)
parser.add_argument('--height', type=int, default=740)
parser.add_argument('--user-agent')
parser.add_argument('--dark', action='store_true')
parser.add_argument('--private', action='store_true')
parser.add_argument('--no-storage', action='store_true')
parser.add_argument('--before', help='a script that every page runs before its own')
options = parser.parse_args()

windows = []


def make_context():
    if options.private:
        return WebKit2.WebContext.new_ephemeral()
    manager = WebKit2.WebsiteDataManager(
        base_data_directory=f'{options.profile}/data', base_cache_directory=f'{options.profile}/cache'
    )
    return WebKit2.WebContext.new_with_website_data_manager(manager)


def make_view(*_):
    settings = WebKit2.Settings()
    if options.user_agent:
        settings.set_user_agent(options.user_agent)
    if options.no_storage:
        settings.set_enable_html5_local_storage(False)
        settings.set_enable_html5_database(False)
    content = WebKit2.UserContentManager()
    if options.before:
        content.add_script(
            WebKit2.UserScript.new(
                options.before,
                WebKit2.UserContentInjectedFrames.ALL_FRAMES,
                WebKit2.UserScriptInjectionTime.START,
                None,
                None,
            )
        )
    view = WebKit2.WebView(
        web_context=context, settings=settings, is_controlled_by_automation=True, user_content_manager=content
    )
    view.connect('permission-request', lambda _view, request: request.deny() or True)
    window = Gtk.Window(decorated=False)
    window.set_default_size(options.width, options.height)
    window.add(view)
    window.show_all()
    view.connect('close', lambda _view: window.destroy())
    windows.append((window, view))
    return view


def start_automation(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('QuaysideTest')
    session.set_application_info(info)
    session.connect('create-web-view', make_view)


def save_download(_context, download):
    def choose(item, name):
        folder = f'{options.profile}/downloads'
        os.makedirs(folder, exist_ok=True)
        # the final name appears when the file is whole
        item.set_destination(f'file://{folder}/{name}.part')
        item.connect('finished', lambda _item: os.rename(f'{folder}/{name}.part', f'{folder}/{name}'))
        return True

    download.connect('decide-destination', choose)


def print_to_pdf():
    """SIGUSR1 prints the newest window to print.pdf in the profile."""
    operation = WebKit2.PrintOperation.new(windows[-1][1])
    settings = Gtk.PrintSettings()
    settings.set_printer('Print to File')
    settings.set('output-file-format', 'pdf')
    settings.set('output-uri', f'file://{options.profile}/print.part')
    page = Gtk.PageSetup()
    page.set_paper_size(Gtk.PaperSize.new('iso_a4'))
    operation.set_print_settings(settings)
    operation.set_page_setup(page)
    operation.connect(
        'finished', lambda _operation: os.rename(f'{options.profile}/print.part', f'{options.profile}/print.pdf')
    )
    operation.print_()
    print_to_pdf.running = operation
    return True


# pages learn of it as reduced motion, which Chromium's tests ask for too
Gtk.Settings.get_default().set_property('gtk-enable-animations', False)
if options.dark:
    Gtk.Settings.get_default().set_property('gtk-application-prefer-dark-theme', True)
context = make_context()
context.set_preferred_languages(['en-GB'])
context.set_automation_allowed(True)
context.connect('automation-started', start_automation)
context.connect('download-started', save_download)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, print_to_pdf)
with open(f'{options.profile}/pid', 'w') as file:
    file.write(str(os.getpid()))
Gtk.main()
