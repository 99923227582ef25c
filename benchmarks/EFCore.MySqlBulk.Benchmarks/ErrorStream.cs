namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Progress beside the figures, which go to the standard output alone.</summary>
internal sealed class ErrorStream : IProgress<string>
{
    public void Report(string value) => Console.Error.WriteLine(value);
}
