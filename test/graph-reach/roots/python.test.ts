import { testRoots } from "./root-samples.ts";

testRoots("Python", {
  "a main guard": {
    files: {
      "a.py": "def main(): pass\nif __name__ == '__main__':\n    main()\n",
      "b.py": "def main(): pass\nname = __name__\n",
    },
    rule: "python-main-guard",
    kind: "main",
    marks: ["a.py"],
  },
  "a script that nothing imports": {
    files: { "run.py": "from lib import go\ngo()\n", "lib.py": "def go(): pass\n" },
    rule: "python-script",
    kind: "main",
    marks: ["run.py"],
  },
  "modules that are run by their name": {
    files: {
      "p/__main__.py": "import p\n",
      "p/__init__.py": "",
      "manage.py": "import os\n",
      "site/wsgi.py": "app = 1\n",
      "site/asgi.py": "app = 1\n",
      "site/other.py": "app = 1\n",
    },
    rule: "python-main-module",
    kind: "main",
    marks: ["p/__main__.py", "manage.py", "site/wsgi.py", "site/asgi.py"],
  },
  "pyproject scripts and entry points": {
    files: {
      "pyproject.toml":
        '[project]\nname = "p"\n[project.scripts]\np = "p.cli:main"\n[project.gui-scripts]\nw = "p.cli:window"\n' +
        '[project.entry-points."other.plugins"]\nx = "p.plugin:Plugin.load"\n[tool.poetry.scripts]\nq = "p.cli:poet"\n',
      "src/p/__init__.py": "",
      "src/p/cli.py": "def main(): pass\ndef window(): pass\ndef poet(): pass\ndef spare(): pass\n",
      "src/p/plugin.py":
        "class Plugin:\n    @classmethod\n    def load(cls): pass\n    def spare(self): pass\n",
    },
    rule: "pyproject.toml scripts",
    kind: "manifest",
    marks: [
      "src/p/cli.py//main",
      "src/p/cli.py//window",
      "src/p/cli.py//poet",
      "src/p/plugin.py//Plugin//load",
    ],
  },
  "a script that a package gives on": {
    files: {
      "pyproject.toml": '[project]\nname = "p"\n[project.scripts]\np = "p:main"\n',
      "p/__init__.py": "from .cli import main\n",
      "p/cli.py": "def main(): pass\n",
    },
    rule: "pyproject.toml scripts",
    kind: "manifest",
    marks: ["p/cli.py//main"],
  },
  "setup.py entry points": {
    files: {
      "setup.py":
        "from setuptools import setup\nsetup(name='p', entry_points={'console_scripts': ['p = p.cli:main', 'q=p.cli:other']}, scripts=['bin/tool.py'])\n",
      "p/__init__.py": "",
      "p/cli.py": "def main(): pass\ndef other(): pass\ndef spare(): pass\n",
      "bin/tool.py": "x = 1\n",
    },
    rule: "setup.py scripts",
    kind: "manifest",
    marks: ["p/cli.py//main", "p/cli.py//other", "bin/tool.py"],
  },
  "setup.cfg entry points": {
    files: {
      "setup.cfg": "[options.entry_points]\nconsole_scripts =\n    p = p.cli:main\n",
      "p/__init__.py": "",
      "p/cli.py": "def main(): pass\n",
    },
    rule: "setup.cfg scripts",
    kind: "manifest",
    marks: ["p/cli.py//main"],
  },
  "what a package shows that is built for others": {
    files: {
      "pyproject.toml": '[build-system]\nrequires = ["hatchling"]\n[project]\nname = "kit"\n',
      "src/kit/__init__.py":
        "from .api import get as fetch\nfrom . import helpers\ndef own(): pass\ndef _hidden(): pass\n",
      "src/kit/api.py": "def get(): pass\ndef other(): pass\nclass Unseen: pass\n",
      "src/kit/helpers.py": "class Help:\n    def go(self): pass\n    def _stay(self): pass\n",
      "src/kit/more.py": "def more(): pass\n",
      "tests/__init__.py": "def helper(): pass\n",
    },
    rule: "Python package",
    kind: "manifest",
    marks: [
      "src/kit/__init__.py",
      "src/kit/__init__.py//own",
      "src/kit/api.py//get",
      "src/kit/helpers.py//Help",
      "src/kit/helpers.py//Help//go",
      "src/kit/helpers.py//Help//_stay",
    ],
  },
  "a package with a program of its own": {
    files: {
      "pyproject.toml":
        '[build-system]\nrequires = ["hatchling"]\n[project]\nname = "kit"\n[project.scripts]\nkit = "kit:run"\n',
      "kit/__init__.py": "def own(): pass\ndef run(): pass\n",
    },
    rule: "Python package",
    kind: "manifest",
    marks: [],
  },
  "setup.py itself": {
    files: { "setup.py": "from setuptools import setup\nsetup()\n" },
    rule: "setup.py",
    kind: "manifest",
    marks: ["setup.py"],
  },
  "Flask routes": {
    files: {
      "app.py":
        "from flask import Flask, Blueprint\napp = Flask(__name__)\nbp = Blueprint('b', __name__)\n\n@app.route('/')\ndef index(): pass\n\n" +
        "@bp.get('/x')\ndef x(): pass\n\n@app.errorhandler(404)\ndef gone(e): pass\n\n@app.before_request\ndef before(): pass\n\ndef spare(): pass\n",
    },
    rule: "flask-route",
    kind: "framework",
    marks: ["app.py//index", "app.py//x", "app.py//gone", "app.py//before"],
    needs: "flask",
  },
  "Flask rules and views given as values": {
    files: {
      "app.py":
        "from flask import Flask\ndef index(): pass\ndef spare(): pass\ndef make():\n    app = Flask(__name__)\n    app.add_url_rule('/', 'index', view_func=index)\n    return app\n",
    },
    rule: "flask-handler",
    kind: "framework",
    marks: ["app.py//index"],
    needs: "flask",
  },
  "Flask class views": {
    files: {
      "views.py":
        "from flask.views import MethodView\nclass Users(MethodView):\n    def get(self): pass\n    def _helper(self): pass\nclass Other:\n    def get(self): pass\n",
    },
    rule: "flask-view",
    kind: "framework",
    marks: ["views.py//Users", "views.py//Users//get"],
    needs: "flask",
  },
  FastAPI: {
    files: {
      "app.py":
        "from fastapi import FastAPI, APIRouter\napp = FastAPI()\nrouter = APIRouter()\n\n@app.get('/')\nasync def index(): pass\n\n@router.post('/x')\ndef x(): pass\n\n@app.on_event('startup')\ndef start(): pass\n\n@router.websocket('/w')\nasync def socket(): pass\n\ndef spare(): pass\n",
    },
    rule: "fastapi-route",
    kind: "framework",
    marks: ["app.py//index", "app.py//x", "app.py//start", "app.py//socket"],
    needs: "fastapi",
  },
  "FastAPI dependencies and routes as values": {
    files: {
      "app.py":
        "from fastapi import Depends, APIRouter\ndef session(): pass\ndef show(): pass\ndef spare(): pass\ndef make():\n    router = APIRouter(dependencies=[Depends(session)])\n    router.add_api_route('/', show)\n    return router\n",
    },
    rule: "fastapi-handler",
    kind: "framework",
    marks: ["app.py//session", "app.py//show"],
    needs: "fastapi",
  },
  "Django views by their URLs": {
    files: {
      "site/urls.py":
        "from django.urls import path\nfrom . import views\nurlpatterns = [path('', views.index), path('x', views.Page.as_view())]\n",
      "site/views.py":
        "from django.views import View\ndef index(request): pass\nclass Page(View):\n    def get(self, request): pass\ndef spare(): pass\n",
      "site/__init__.py": "",
    },
    rule: "django-url",
    kind: "framework",
    marks: ["site/views.py//index"],
    needs: "django",
  },
  "Django classes": {
    files: {
      "views.py":
        "from django.views.generic import ListView\nfrom django.core.management.base import BaseCommand\nclass Page(ListView):\n    def get_queryset(self): pass\nclass Command(BaseCommand):\n    def handle(self): pass\nclass Other:\n    def handle(self): pass\n",
    },
    rule: "django-class",
    kind: "framework",
    marks: [
      "views.py//Page",
      "views.py//Page//get_queryset",
      "views.py//Command",
      "views.py//Command//handle",
    ],
    needs: "django",
  },
  "Django modules that are loaded by their name": {
    files: {
      "manage.txt": "",
      "requirements.txt": "django>=4\n",
      "shop/apps.py": "x = 1\n",
      "shop/management/commands/sell.py": "class Command: pass\n",
      "shop/templatetags/money.py": "x = 1\n",
      "shop/migrations/0001_initial.py": "x = 1\n",
      "shop/other.py": "x = 1\n",
    },
    rule: "django-module",
    kind: "framework",
    marks: [
      "shop/apps.py",
      "shop/management/commands/sell.py",
      "shop/templatetags/money.py",
      "shop/migrations/0001_initial.py",
    ],
    needs: "django",
  },
  "Django receivers and tags": {
    files: {
      "signals.py":
        "from django.dispatch import receiver\nfrom django.db.models.signals import post_save\n@receiver(post_save)\ndef saved(sender, **kwargs): pass\ndef spare(): pass\n",
    },
    rule: "django-receiver",
    kind: "framework",
    marks: ["signals.py//saved"],
    needs: "django",
  },
  Celery: {
    files: {
      "tasks.py":
        "from celery import Celery, shared_task\napp = Celery()\n\n@app.task\ndef add(): pass\n\n@shared_task(bind=True)\ndef mail(self): pass\n\ndef spare(): pass\n",
    },
    rule: "celery-task",
    kind: "framework",
    marks: ["tasks.py//add", "tasks.py//mail"],
    needs: "celery",
  },
  Click: {
    files: {
      "cli.py":
        "import click\n\n@click.group()\ndef cli(): pass\n\n@cli.command()\n@click.option('--x', callback=None)\ndef run(x): pass\n\n@click.command('y')\ndef other(): pass\n\ndef spare(): pass\n",
    },
    rule: "click-command",
    kind: "framework",
    marks: ["cli.py//cli", "cli.py//run", "cli.py//other"],
    needs: "click",
  },
  Typer: {
    files: {
      "cli.py":
        "import typer\napp = typer.Typer()\n\n@app.command()\ndef run(): pass\n\n@app.callback()\ndef main(): pass\n\ndef spare(): pass\n",
    },
    rule: "click-command",
    kind: "framework",
    marks: ["cli.py//run", "cli.py//main"],
    needs: "typer",
  },
  pytest: {
    files: {
      "tests/test_a.py":
        "def test_one(): pass\ndef helper(): pass\nclass TestIt:\n    def test_two(self): pass\n    def helper(self): pass\n",
      "src/test_b.py": "async def test_three(): pass\n",
      "src/a.py": "def test_four(): pass\n",
    },
    rule: "pytest-test",
    kind: "test",
    marks: ["tests/test_a.py//test_one", "src/test_b.py//test_three"],
  },
  "pytest classes": {
    files: {
      "tests/test_a.py":
        "class TestIt:\n    def setup_method(self): pass\n    def test_two(self): pass\n    def helper(self): pass\n",
      "src/a.py": "class TestIt:\n    def test_two(self): pass\n",
    },
    rule: "pytest-method",
    kind: "test",
    marks: ["tests/test_a.py//TestIt//test_two", "tests/test_a.py//TestIt//setup_method"],
  },
  "pytest fixtures": {
    files: { "conftest.py": "import pytest\n@pytest.fixture\ndef db(): pass\ndef helper(): pass\n" },
    rule: "pytest-fixture",
    kind: "test",
    marks: ["conftest.py//db"],
    needs: "pytest",
  },
  unittest: {
    files: {
      "checks.py":
        "import unittest\nclass A(unittest.TestCase):\n    def setUp(self): pass\n    def test_a(self): pass\n    def helper(self): pass\nclass B:\n    def test_b(self): pass\n",
    },
    rule: "unittest-case",
    kind: "test",
    marks: ["checks.py//A", "checks.py//A//setUp", "checks.py//A//test_a"],
    needs: "unittest",
  },
});
