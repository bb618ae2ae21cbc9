package main

import "github.com/evanw/esbuild/pkg/api"

// small replaces packages of which the page needs little: the zoom of a drawing blends no colours, and the reader
// of bags needs four methods of a heap.
var small = map[string]string{
	"d3-color": `export function color() { return null; }
export const rgb = color, hsl = color, lab = color, hcl = color, cubehelix = color;`,
	"heap-js": `export class Heap {
	constructor(compare) { this.compare = compare; this.all = []; }
	peek() { return this.all[0]; }
	push(v) { this.all.push(v); this.sort(); }
	pop() { return this.all.shift(); }
	replace(v) { const was = this.all[0]; this.all[0] = v; this.sort(); return was; }
	sort() { this.all.sort(this.compare); }
}`,
}

// lean bundles the replacements in small.
func lean() api.Plugin {
	return api.Plugin{Name: "lean", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^(d3-color|heap-js)$`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			no := api.SideEffectsFalse
			return api.OnResolveResult{Path: args.Path, Namespace: "lean", SideEffects: no}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "lean"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text := small[args.Path]
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}
