// Renders a template of the chart as Helm does, with the few functions that it uses: standard input has Values, Chart and Release as
// JSON, the argument is the file.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

func text(value any) string {
	found, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(found)
}

func main() {
	var given map[string]any
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	functions := template.FuncMap{
		"quote": func(value any) string { return fmt.Sprintf("%q", fmt.Sprint(value)) },
		"default": func(other, value any) any {
			if value == nil || value == "" {
				return other
			}
			return value
		},
		// JSON is YAML too.
		"toYaml": text,
		"nindent": func(spaces int, value string) string {
			indent := strings.Repeat(" ", spaces)
			return "\n" + indent + strings.ReplaceAll(value, "\n", "\n"+indent)
		},
	}
	file := os.Args[1]
	// A value that is missing is an error, as with helm lint --strict.
	parsed := template.Must(template.New(filepath.Base(file)).Funcs(functions).Option("missingkey=error").ParseFiles(file))
	if err := parsed.Execute(os.Stdout, given); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
