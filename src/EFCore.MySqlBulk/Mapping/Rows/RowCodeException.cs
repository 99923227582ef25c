namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>The caller's own code, such as a value converter, has thrown the inner exception while it supplied a value of a row. The caller sees that one, unless the row is set aside.</summary>
internal sealed class RowCodeException(Exception innerException) : RowValueException(innerException.Message, innerException);
