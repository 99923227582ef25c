using System.Globalization;

namespace EFCore.MySqlBulk.TwoPhase;

/// <summary>The name of a branch: the transaction of one connection, as a part of one call. The server keeps a prepared branch under this name after its connection has ended.</summary>
/// <param name="Call">The name of the call, which all of its branches share; only letters, digits and colons.</param>
/// <param name="Branch">The number of the connection in the call.</param>
internal readonly record struct Xid(string Call, int Branch)
{
    /// <summary>The format by which the library's branches are told from others.</summary>
    public const int Format = 0x4D79_426B;

    /// <summary>The name in a statement.</summary>
    public string Sql => string.Create(CultureInfo.InvariantCulture, $"'{Call}','{Branch}',{Format}");
}
