namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>One timed run.</summary>
/// <param name="Milliseconds">Wall time.</param>
/// <param name="Bytes">Bytes allocated by all threads of the process meanwhile: library, EF Core and driver.</param>
/// <param name="Processor">Processor time of all threads of the process: that is the client's, because the server is another process.</param>
internal readonly record struct Sample(double Milliseconds, long Bytes, TimeSpan Processor);
