namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Progress goes to the error stream, because standard output is only for the figures.</summary>
internal sealed class ErrorStream : IProgress<string>
{
    public void Report(string value) => Console.Error.WriteLine(value);
}
