"""What every client script does: run cases, catch what fails, print one line with all results."""

import json
import sys
import traceback

SHORT = "--short" in sys.argv


class Report:
    """Results by case: numbers that can be compared, or an error."""

    def __init__(self):
        self.cases = {}

    def case(self, name, function):
        """Runs a function that gives numbers."""
        try:
            self.cases[name] = {"numbers": [float(x) for x in function()]}
        except Exception as problem:  # a client may raise anything
            traceback.print_exc()
            self.cases[name] = {"error": f"{type(problem).__name__}: {problem}".splitlines()[0]}

    def done(self):
        """Prints the results."""
        print(json.dumps(self.cases))
