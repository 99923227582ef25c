namespace Web.Tests;

/// <summary>The row at fault, as the sample tells it.</summary>
internal sealed record ToldRow(long? Row, long Line, string Text);
