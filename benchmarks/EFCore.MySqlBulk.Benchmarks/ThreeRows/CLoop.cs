using System.Globalization;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;

namespace EFCore.MySqlBulk.Benchmarks.ThreeRows;

/// <summary>The loop in C, which times itself.</summary>
internal sealed class CLoop(string program, ServerLogin login) : InsertLoop
{
    private string _library = "";

    public override string Name => $"C library {_library}, one execution after another";

    public override async Task<Sample> RunAsync(int executions, CancellationToken token)
    {
        string[] arguments =
        [
            login.Address.Host, Text(login.Address.Port), login.User, login.Database, Text(executions),
        ];
        string[] words = (await ExternalProgram.RunAsync(program, arguments, token, ("INSERT3_PASSWORD", login.Password))).Trim().Split(' ', 3);
        _library = words[2];
        return new(Number(words[0]), Bytes: 0, TimeSpan.FromMilliseconds(Number(words[1])));
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
