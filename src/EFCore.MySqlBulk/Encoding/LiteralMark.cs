namespace EFCore.MySqlBulk.Encoding;

/// <summary>A position in a <see cref="LiteralSink" />.</summary>
internal readonly record struct LiteralMark(int Length, int BeyondAscii, int Others);
