using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Keys that a driver does not return if other statements precede the insert in its command: Connector/NET drops those above the range of signed integers.</summary>
internal static class LostKeys
{
    public static bool MayBe(BulkPlan plan, ContextSession session)
        => plan.ReturnsKeys && plan.Table.AutoIncrement!.Kind == ValueKind.UInt64 && ConnectorNet.Find(session.Connection) is not null;
}
