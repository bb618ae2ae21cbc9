package skin

// strips returns the triangles of a part as strips: each index after the second makes a triangle with the two before it, turned
// the other way round at every second one. Strips take a third of the indexes.
func (p *Part) strips() [][]int {
	beside := map[[2]int]int{} // the triangle at the left of an edge
	for i, t := range p.Triangles {
		for k := range 3 {
			beside[[2]int{t[k], t[(k+1)%3]}] = i
		}
	}
	used := make([]int, len(p.Triangles)) // the number of the try that took a triangle, or taken
	const taken = -1
	try := 0
	// grow returns the strip that begins with a triangle turned so often.
	grow := func(first, turn int) []int {
		try++
		t := p.Triangles[first]
		strip := []int{t[turn], t[(turn+1)%3], t[(turn+2)%3]}
		used[first] = try
		for {
			n := len(strip)
			edge := [2]int{strip[n-1], strip[n-2]} // as the next triangle has it, in an even place
			if n%2 == 0 {
				edge = [2]int{strip[n-2], strip[n-1]}
			}
			next, ok := beside[edge]
			if !ok || used[next] == try || used[next] == taken {
				return strip
			}
			used[next] = try
			for _, v := range p.Triangles[next] {
				if v != edge[0] && v != edge[1] {
					strip = append(strip, v)
				}
			}
		}
	}
	var all [][]int
	for first := range p.Triangles {
		if used[first] == taken {
			continue
		}
		var longest []int
		for turn := range 3 {
			if s := grow(first, turn); len(s) > len(longest) {
				longest = s
			}
		}
		for k := range len(longest) - 2 {
			edge := [2]int{longest[k], longest[k+1]}
			if k%2 == 1 {
				edge = [2]int{longest[k+1], longest[k]}
			}
			used[beside[edge]] = taken
		}
		all = append(all, longest)
	}
	return all
}

// sort numbers the vertices in the order of the strips, which makes files small.
func (p *Part) sort() {
	out := Part{Material: p.Material}
	number := make([]int, len(p.Vertices)) // plus 1
	for _, strip := range p.strips() {
		for i, v := range strip {
			if number[v] == 0 {
				out.Vertices, out.Normals = append(out.Vertices, p.Vertices[v]), append(out.Normals, p.Normals[v])
				number[v] = len(out.Vertices)
			}
			if a, b := i-2, i-1; a >= 0 {
				if i%2 == 1 {
					a, b = b, a
				}
				out.Triangles = append(out.Triangles, [3]int{number[strip[a]] - 1, number[strip[b]] - 1, number[v] - 1})
			}
		}
	}
	*p = out
}
