package interop

func play(string) int { return 1 }
