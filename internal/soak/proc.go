package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// children returns all processes below a process, found by their parents in /proc.
func children(root int) ([]int, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	below := map[int][]int{}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if parent, ok := parentOf(pid); ok {
			below[parent] = append(below[parent], pid)
		}
	}
	var all []int
	todo := []int{root}
	for len(todo) > 0 {
		all = append(all, todo[0])
		todo = append(todo[1:], below[todo[0]]...)
	}
	return all, nil
}

// parentOf returns the parent of a process, and false if the process has ended.
func parentOf(pid int) (int, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the name in parentheses may contain spaces
	fields := strings.Fields(rest)
	if len(fields) < 2 || fields[0] == "Z" {
		return 0, false
	}
	parent, err := strconv.Atoi(fields[1])
	return parent, err == nil
}

// programOf returns the name of a process's program; for gonao, with the subcommand. It returns "" if the process has
// ended.
func programOf(pid int) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return ""
	}
	words := strings.Split(strings.TrimRight(string(text), "\x00"), "\x00")
	words[0] = filepath.Base(words[0])
	if words[0] != "gonao" {
		return words[0]
	}
	n := 2
	if len(words) > 2 && words[1] == "bag" {
		n = 3
	}
	return strings.Join(words[:min(n, len(words))], " ")
}

// usageOf returns what a process uses, and false if it has ended. The memory is its private memory, without mapped
// files.
func usageOf(pid int) (usage, bool) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return usage{}, false
	}
	var u usage
	for line := range strings.Lines(string(status)) {
		key, value, _ := strings.Cut(line, ":")
		fields := strings.Fields(value)
		if len(fields) == 0 {
			continue
		}
		v, err := strconv.ParseFloat(fields[0], 64)
		if err != nil {
			continue
		}
		switch key {
		case "RssAnon":
			u.memoryKB = v
		case "Threads":
			u.threads = v
		}
	}
	dir := fmt.Sprintf("/proc/%d/fd", pid)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return usage{}, false
	}
	u.descriptors = float64(len(entries))
	for _, e := range entries {
		if to, err := os.Readlink(filepath.Join(dir, e.Name())); err == nil && strings.HasPrefix(to, "socket:") {
			u.sockets++
		}
	}
	return u, u.memoryKB > 0
}
