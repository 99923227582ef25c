namespace Web;

/// <summary>The place of an error in the file.</summary>
/// <param name="Row">Counted from 1, without the header; null for the header itself.</param>
/// <param name="Line">The line where the row begins, counted from 1, with the header.</param>
/// <param name="Text">The row as the file has it.</param>
internal sealed record FileRow(long? Row, long Line, string Text);
