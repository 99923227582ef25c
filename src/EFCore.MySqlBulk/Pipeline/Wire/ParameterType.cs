namespace EFCore.MySqlBulk.Pipeline.Wire;

/// <summary>What the server is told about a parameter, once for all executions.</summary>
internal readonly record struct ParameterType(ColumnType Code, bool IsUnsigned = false)
{
    /// <summary>As the protocol writes it.</summary>
    public ushort Encoded => (ushort)((byte)Code | (IsUnsigned ? 0x8000 : 0));
}
